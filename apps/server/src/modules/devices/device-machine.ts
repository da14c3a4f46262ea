import type { Ctx, MachineCtx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { type DeviceRow, findDevice } from './device-queries.ts'

/** The ctx of a machine, in a call of its merchant. */
export const machineOf = (ctx: Ctx, { device_id, sn }: Pick<DeviceRow, 'device_id' | 'sn'>): MachineCtx => ({
  deps: ctx.deps,
  tx: ctx.tx,
  now: ctx.now,
  tenantId: ctx.tenant.id,
  deviceId: device_id,
  sn,
})

/** A machine that the caller may see. */
export async function demandRow(ctx: Ctx, sn: string): Promise<DeviceRow> {
  const row = await findDevice(ctx, sn)
  if (!row) throw new AppError('notFound')
  return row
}
