import {
  capabilities,
  type Capabilities,
  deliveryFaultsOf,
  type FaultCode,
  type MachineType,
} from '@slotwise/machine-protocol'

import type { Range } from '../random.ts'

/** The capabilities of a type of machine, from the protocol, and its behaviour here. */
export type Kind = Capabilities &
  Behaviour & {
    /** Faults that can occur while something moves. */
    troubles: readonly FaultCode[]
  }

type Behaviour = {
  /** Capacity of a slot. A slot behind a door holds one piece; pulses have no stock. */
  capacity: number
  /** Time for one piece, in milliseconds. */
  turnMs: Range
  /** Price range, in cents. */
  price: Range
  cooled?: boolean
}

const behaviours: Record<MachineType, Behaviour> = {
  gashapon: { capacity: 40, turnMs: [3_000, 6_000], price: [500, 2_000] },
  vending: { capacity: 10, turnMs: [2_500, 5_000], price: [200, 1_500], cooled: true },
  lipstick: { capacity: 1, turnMs: [800, 1_500], price: [100, 1_000] },
  pulse: { capacity: 0, turnMs: [150, 150], price: [100, 500] },
  single: { capacity: 50, turnMs: [2_500, 4_000], price: [100, 1_000] },
  luckybag: { capacity: 12, turnMs: [3_000, 6_000], price: [1_000, 5_000] },
  betelnut: { capacity: 15, turnMs: [2_500, 5_000], price: [500, 2_000], cooled: true },
  lattice: { capacity: 1, turnMs: [600, 1_200], price: [500, 10_000] },
  osm: { capacity: 10, turnMs: [2_500, 5_000], price: [200, 1_500] },
}

/** Faults of computers and cables, which a turning motor does not cause. */
const notMechanical: ReadonlySet<FaultCode> = new Set([
  'CTRL_TIMEOUT',
  'CONFIRM_TIMEOUT',
  'NETWORK',
  'BOARD_COMM',
])

function troublesOf(type: MachineType): FaultCode[] {
  const mechanical = deliveryFaultsOf(type).filter((code) => !notMechanical.has(code))
  return mechanical.length > 0 ? mechanical : ['BOARD_COMM']
}

const kinds = new Map<MachineType, Kind>()

export function kindOf(type: MachineType): Kind {
  const known = kinds.get(type) ?? {
    ...capabilities[type],
    ...behaviours[type],
    troubles: troublesOf(type),
  }
  kinds.set(type, known)
  return known
}

/** The controller's own name for a fault, as in its log. */
export const rawWord = (code: FaultCode, ch?: number): string =>
  `E${code.length.toString().padStart(2, '0')} ${code.toLowerCase().replaceAll('_', ' ')}${ch === undefined ? '' : ` @${ch}`}`
