import type { Device } from '@slotwise/contract'

export const deviceName = ({ title, sn }: Pick<Device, 'title' | 'sn'>): string => title || sn
