import { capabilities, type MachineType } from '@slotwise/contract'

/** A pulse machine counts no pieces: the device connected to it gives out the goods. */
export const countsPieces = (type: MachineType): boolean => capabilities[type].moves !== 'pulses'
