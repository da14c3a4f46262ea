import { capabilities, type MachineType } from '@slotwise/contract'

/** A pulse machine counts nothing: what it is connected to gives out the goods. */
export const countsPieces = (type: MachineType): boolean => capabilities[type].moves !== 'pulses'
