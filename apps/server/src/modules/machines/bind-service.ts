import type { Device, machineCalls, ParsedInputOf } from '@slotwise/contract'

import { audit, writeAudit } from '../../kernel/audit.ts'
import type { Ctx, Deps, Origin } from '../../kernel/ctx.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { operator } from '../../kernel/operator.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { changed, demandDevice, findDevice, insertDevice, notifyGateways } from '../devices/index.ts'
import { beginState } from '../presence/index.ts'
import { areaOfStore } from '../regions/index.ts'
import { insertSlots } from '../slots/index.ts'
import { addDeviceToOwnScope } from '../staff/index.ts'
import { endConnections } from './connection-queries.ts'
import * as registry from './registry-queries.ts'

type Input = ParsedInputOf<(typeof machineCalls)['bindDev']>

/**
 * Binds by the code on the machine, which works once. A wrong code and an unknown machine get the same answer, so
 * that the merchant of a machine cannot be found out. A caller who has the machine already gets it as it is,
 * because the first answer may have been lost.
 */
export async function bindDev(ctx: Ctx, { sn, code, title, store }: Input): Promise<Device> {
  const machine = await registry.lockMachine(ctx.tx, sn)
  if (!machine?.bind_code_hash?.equals(hashToken(code))) throw new AppError('unknownDevice')
  const own = machine.tenant_id === ctx.tenant.id ? await findDevice(ctx, sn) : undefined
  if (own) {
    await audit(ctx, { call: 'bindDev', object: 'device', objectId: own.device_id, after: { sn } })
    return demandDevice(ctx, sn)
  }
  if (machine.tenant_id) throw new AppError('boundElsewhere')
  const area = store === null ? null : await areaOfStore(ctx, store)
  if (area === undefined) throw AppError.atField('store', 'unknownStore')
  const bound = await bindMachine(ctx.tx, ctx.tenant.id, ctx.now, {
    sn,
    title: title ?? `#${sn}`,
    storeId: store,
  })
  if (!bound) throw new AppError('boundElsewhere')
  await addDeviceToOwnScope(ctx, bound.deviceId, area)
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

type Bound = { deviceId: string }
type Binding = { sn: string; title: string; storeId?: string | null }

/**
 * Gives a free machine to a merchant. Returns undefined when the machine is unknown or bound. Refused while another
 * merchant, who had it before, may know its secret: that merchant could read the settings and forge reports.
 */
export async function bindMachine(
  tx: Tx,
  tenantId: string,
  now: Date,
  { sn, title, storeId = null }: Binding,
): Promise<Bound | undefined> {
  const machine = await registry.lockMachine(tx, sn)
  if (!machine || machine.tenant_id) return undefined
  if (await registry.isSecretKnownElsewhere(tx, sn, tenantId)) throw new AppError('needsNewSecret')
  // A connection that was opened with the previous secret does not outlive it.
  if (machine.settings_rev !== '0') await endConnections(tx, sn)
  const rev = String(BigInt(machine.settings_rev) + 1n)
  const deviceId = await insertDevice({ tx, tenantId }, { ...machine, title, storeId, rev }, now)
  await beginState({ tx, tenantId, deviceId }, now)
  await insertSlots({ tx, tenantId, deviceId }, machine.slots)
  await registry.changeMachine(tx, sn, { tenant_id: tenantId, device_id: deviceId })
  await registry.beginOwner(tx, sn, { tenantId, deviceId }, now)
  await notifyGateways({ tx }, sn)
  return { deviceId }
}

/** Binds a machine for a merchant, by the operator. */
export async function bindByOperator(
  deps: Deps,
  tenantId: string,
  binding: Binding,
  origin: Origin,
): Promise<Bound> {
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const bound = await bindMachine(tx, tenantId, deps.now(), binding).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'needsNewSecret'
        ? new Error(
            `another merchant had machine ${binding.sn} and may know its secret: give it a new one first, ` +
              `with machine secret --sn ${binding.sn}, and enter that at the machine`,
          )
        : error
    })
    if (!bound) throw new Error(`machine ${binding.sn} is unknown or bound already`)
    await writeAudit(tx, tenantId, operator, origin, {
      call: 'ops.bind',
      object: 'device',
      objectId: bound.deviceId,
      after: { sn: binding.sn, title: binding.title },
    })
    return bound
  })
}
