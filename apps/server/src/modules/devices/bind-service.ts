import type { Device, deviceCalls, ParsedInputOf } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { areaOfStore } from '../regions/index.ts'
import { addDeviceToOwnScope } from '../staff/index.ts'
import { changed, demandDevice } from './device-service.ts'
import { findDevice } from './device-store.ts'
import { bindMachine } from './registry-service.ts'
import { lockMachine } from './registry-store.ts'

type Input = ParsedInputOf<(typeof deviceCalls)['bindDev']>

/**
 * By the code on the machine, which is good once. A wrong code and an unknown machine are answered alike, so that nobody
 * learns from afar whose a machine is. Whoever has it already, because the answer was lost perhaps, is given it as it is.
 */
export async function bindDev(ctx: Ctx, { sn, code, title, store }: Input): Promise<Device> {
  const machine = await lockMachine(ctx.tx, sn)
  if (!machine?.bind_code_hash?.equals(hashToken(code))) throw new AppError('unknownDevice')
  const own = machine.tenant_id === ctx.tenant.id ? await findDevice(ctx, sn) : undefined
  if (own) {
    await audit(ctx, { call: 'bindDev', object: 'device', objectId: own.device_id, after: { sn } })
    return demandDevice(ctx, sn)
  }
  if (machine.tenant_id) throw new AppError('boundElsewhere')
  if (store !== null && (await areaOfStore(ctx, store)) === undefined)
    throw AppError.atField('store', 'unknownStore')
  const bound = await bindMachine(ctx.tx, ctx.tenant.id, ctx.now, {
    sn,
    title: title ?? `#${sn}`,
    storeId: store,
  })
  if (!bound) throw new AppError('boundElsewhere')
  await addDeviceToOwnScope(ctx, bound.deviceId)
  const scope = ctx.scope.all ? ctx.scope : { ...ctx.scope, devices: [...ctx.scope.devices, bound.deviceId] }
  const device = await demandDevice({ ...ctx, scope }, sn)
  await audit(ctx, {
    call: 'bindDev',
    object: 'device',
    objectId: bound.deviceId,
    after: changed(undefined, device).after,
  })
  return device
}
