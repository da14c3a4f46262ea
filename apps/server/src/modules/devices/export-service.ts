import {
  type Device,
  deviceCalls,
  deviceFieldWords,
  faultText,
  joinNames,
  machineTypeWords,
  signalWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField } from '../jobs/index.ts'
import { asDevices } from './device-service.ts'
import { countDevices, eachDevice } from './device-queries.ts'

function fieldsOf(ctx: Ctx): Field<Device>[] {
  const label = deviceFieldWords[ctx.locale]
  /** Empty for machines whose slots have no known size. */
  const counted = ({ stock_max: max }: Device, figure: number) => (max === 0 ? null : figure)
  const fault = (one: Device['faults'][number]): string =>
    one.channel_sn === null
      ? faultText(ctx.locale, one)
      : `${faultText(ctx.locale, one)} (#${one.channel_sn})`
  return [
    { header: label.sn, width: 16, of: (device) => device.sn },
    { header: label.title, width: 24, of: (device) => device.title },
    { header: label.type, width: 16, of: (device) => machineTypeWords[ctx.locale][device.type] },
    { header: label.area, width: 18, of: (device) => device.area_name },
    { header: label.store, width: 22, of: (device) => device.store_name },
    { header: label.online, of: (device) => (device.online ? label.isOnline : label.isOffline) },
    // A machine that was never online has no time of leaving.
    instantField(label.offline_time, (device) =>
      device.online || device.heard_at === null ? null : device.since,
    ),
    instantField(label.heard_at, (device) => device.heard_at),
    {
      header: label.signal,
      of: (device) => (device.signal === null ? null : signalWords[ctx.locale][device.signal]),
    },
    { header: label.app, width: 14, of: (device) => device.app },
    { header: label.android, width: 14, of: (device) => device.android },
    { header: label.channel_count, kind: 'number', of: (device) => device.channel_count },
    { header: label.stock, kind: 'number', of: (device) => counted(device, device.stock) },
    { header: label.stock_max, kind: 'number', of: (device) => counted(device, device.stock_max) },
    { header: label.low, kind: 'number', of: (device) => counted(device, device.low) },
    {
      header: label.faults,
      width: 30,
      of: (device) => joinNames(ctx.locale, device.faults.map(fault)),
    },
    instantField(label.bound_at, (device) => device.bound_at),
  ]
}

/** The machines of a filter as a sheet, in the caller's language. */
export const devicesExport = defineExport(deviceCalls, 'exportDev', {
  async sheet(ctx, { condition }) {
    const total = await countDevices(ctx, condition)
    const devices = completed(eachDevice(ctx, condition), (rows) => asDevices(ctx, rows))
    return sheetOf(deviceFieldWords[ctx.locale].devices, fieldsOf(ctx), total, devices)
  },
})
