import type { Device } from '@slotwise/contract'
import { useMemo } from 'react'

import { useMay } from '../../ui/can.tsx'
import { permittedFields, type SlotField, slotFieldsOf } from './slot-values.ts'

/** The fields of this machine's slots that the user may change. */
export function useSlotFields(device: Device): SlotField[] {
  const refill = useMay('device.refill')
  const price = useMay('device.price')
  return useMemo(
    () => permittedFields(slotFieldsOf(device), { 'device.refill': refill, 'device.price': price }),
    [device, refill, price],
  )
}
