import { type MachineType, machineTypes } from './types.ts'

/** The faults of machines, and the types of machine that can have them. */
const motors = ['vending', 'single', 'osm', 'gashapon', 'luckybag', 'betelnut', 'lipstick'] as const
const eyes = ['vending', 'single', 'osm', 'gashapon', 'luckybag', 'betelnut'] as const
const curtains = ['vending', 'single', 'osm', 'betelnut', 'luckybag'] as const
const doors = ['lattice', 'lipstick'] as const

export const faultTypes = {
  MOTOR: motors,
  OVER_CURRENT: motors,
  UNDER_CURRENT: motors,
  IR_SENSOR: eyes,
  EYE_BLOCKED: eyes,
  CURTAIN_SELFTEST: curtains,
  CTRL_TIMEOUT: machineTypes,
  CONFIRM_TIMEOUT: machineTypes,
  NETWORK: machineTypes,
  BOARD_COMM: machineTypes,
  DOOR_NOT_OPEN: doors,
  LOCK: doors,
  SLOT_OCCUPIED: ['lattice'],
  NOT_TWISTED: ['gashapon'],
} as const satisfies Record<string, readonly MachineType[]>

export type FaultCode = keyof typeof faultTypes
export const faultCodes = Object.keys(faultTypes) as [FaultCode, ...FaultCode[]]

/** The faults that a machine of this type can have. */
export const faultsOf = (type: MachineType): FaultCode[] =>
  faultCodes.filter((code) => (faultTypes[code] as readonly MachineType[]).includes(type))
