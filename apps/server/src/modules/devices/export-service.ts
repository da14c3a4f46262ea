import {
  type Device,
  deviceFieldWords,
  type deviceCalls,
  faultWords,
  joinNames,
  machineTypeWords,
  type ParsedInputOf,
  signalWords,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { type Field, sheetOf } from '../../kernel/sheets/fields.ts'
import { type Exporter, startJob } from '../jobs/index.ts'
import { asDevices } from './device-service.ts'
import { countDevices, eachDevice } from './device-store.ts'

type Request = ParsedInputOf<(typeof deviceCalls)['exportDev']>

export async function exportDev(ctx: Ctx, request: Request): Promise<{ job: string }> {
  const receipt = await startJob(ctx, 'devices', request, 'device.manage')
  await audit(ctx, { call: 'exportDev', object: 'job', objectId: receipt.job, after: request })
  return receipt
}

function fieldsOf(ctx: Ctx): Field<Device>[] {
  const label = deviceFieldWords[ctx.locale]
  const instant = (at: string | null) => (at === null ? null : new Date(at))
  /** Nothing is known of what is in slots whose size nobody knows. */
  const counted = ({ stock_max: max }: Device, figure: number) => (max === 0 ? null : figure)
  const fault = ({ code, channel_sn: slot }: Device['faults'][number]): string =>
    slot === null ? faultWords[ctx.locale][code] : `${faultWords[ctx.locale][code]} (#${slot})`
  return [
    { header: label.sn, width: 16, of: (device) => device.sn },
    { header: label.title, width: 24, of: (device) => device.title },
    { header: label.type, width: 16, of: (device) => machineTypeWords[ctx.locale][device.type] },
    { header: label.area, width: 18, of: (device) => device.area_name },
    { header: label.store, width: 22, of: (device) => device.store_name },
    { header: label.online, of: (device) => (device.online ? label.isOnline : label.isOffline) },
    {
      header: label.offline_time,
      width: 20,
      kind: 'datetime',
      // One that has never been there is not away either.
      of: (device) => (device.online || device.heard_at === null ? null : instant(device.since)),
    },
    { header: label.heard_at, width: 20, kind: 'datetime', of: (device) => instant(device.heard_at) },
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
    { header: label.bound_at, width: 20, kind: 'datetime', of: (device) => instant(device.bound_at) },
  ]
}

/** The machines of a filter as a sheet, in the language of who asked. */
export const devicesExporter: Exporter<Request> = {
  access: 'device.manage',
  async sheet(ctx, { condition }) {
    const total = await countDevices(ctx, condition)
    const devices = completed(eachDevice(ctx, condition), (rows) => asDevices(ctx, rows))
    return sheetOf(deviceFieldWords[ctx.locale].devices, fieldsOf(ctx), total, devices)
  },
}
