import { type MachineType, machineTypes } from './types.ts'

/** The faults of machines, and the types of machine that can have them. */
const motors = ['vending', 'single', 'osm', 'gashapon', 'luckybag', 'betelnut', 'lipstick'] as const
const eyes = ['vending', 'single', 'osm', 'gashapon', 'luckybag', 'betelnut'] as const
const curtains = ['vending', 'single', 'osm', 'betelnut', 'luckybag'] as const
const doors = ['lattice', 'lipstick'] as const

const coolers = ['vending', 'single', 'osm', 'betelnut', 'lattice'] as const

/** Faults that can keep goods from coming out. */
const deliveryFaultTypes = {
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

/** Faults of the parts around, and `OTHER` for what no code names: `raw` says what it is. */
const partFaultTypes = {
  COIN_MECH: machineTypes,
  NOTE_VALIDATOR: machineTypes,
  DOOR_OPEN: machineTypes,
  TEMPERATURE: coolers,
  COMPRESSOR: coolers,
  TILT: machineTypes,
  OTHER: machineTypes,
} as const satisfies Record<string, readonly MachineType[]>

export const faultTypes = { ...deliveryFaultTypes, ...partFaultTypes } as const

export type FaultCode = keyof typeof faultTypes
export const faultCodes = Object.keys(faultTypes) as [FaultCode, ...FaultCode[]]

/** The faults that a machine of this type can have. */
export const faultsOf = (type: MachineType): FaultCode[] =>
  faultCodes.filter((code) => (faultTypes[code] as readonly MachineType[]).includes(type))

/** Those of them that can keep goods from coming out. */
export const deliveryFaultsOf = (type: MachineType): FaultCode[] =>
  faultsOf(type).filter((code) => Object.hasOwn(deliveryFaultTypes, code))
