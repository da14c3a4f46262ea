/** The types of machine, and the capabilities of each; used by forms, checks and virtual machines. */
export const machineTypes = [
  'gashapon',
  'vending',
  'lipstick',
  'pulse',
  'single',
  'luckybag',
  'betelnut',
  'lattice',
  'osm',
] as const
export type MachineType = (typeof machineTypes)[number]

export type Capabilities = {
  /** The line of business that the type belongs to. */
  business: 'gpm' | 'vm' | 'gzj' | 'fdj' | 'blj' | 'lpk' | 'mc'
  /** The largest number of slots, counted from 1. */
  slots: number
  /** How goods are given out. Pulses are not counted: they control another maker's machine, which does the rest. */
  moves: 'motor' | 'door' | 'pulses'
  /** Customers play for the goods. */
  game: boolean
  /** Chance decides what a customer gets, with a rate for each slot. */
  chance: boolean
  lamp: boolean
  powerTimer: boolean
  /** A screen that shows videos between customers. */
  ads: boolean
}

const plain = { moves: 'motor', game: false, chance: false, lamp: true, powerTimer: true, ads: true } as const

export const capabilities: Record<MachineType, Capabilities> = {
  gashapon: { ...plain, business: 'gpm', slots: 60, chance: true, ads: false },
  vending: { ...plain, business: 'vm', slots: 100 },
  lipstick: { ...plain, business: 'lpk', slots: 60, moves: 'door', game: true, chance: true },
  pulse: { ...plain, business: 'mc', slots: 1, moves: 'pulses', lamp: false, powerTimer: false, ads: false },
  single: { ...plain, business: 'vm', slots: 1, ads: false },
  luckybag: { ...plain, business: 'fdj', slots: 60, chance: true },
  betelnut: { ...plain, business: 'blj', slots: 60 },
  lattice: { ...plain, business: 'gzj', slots: 200, moves: 'door' },
  osm: { ...plain, business: 'vm', slots: 100 },
}
