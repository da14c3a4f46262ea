import type { machineCalls, ParsedInputOf } from '@slotwise/contract'

import { audit, writeAudit } from '../../kernel/audit.ts'
import type { Ctx, Deps, MachineCtx, Origin } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { operator } from '../../kernel/operator.ts'
import { cancelOpen } from '../commands/index.ts'
import { demandRow, machineOf, notifyGateways, releaseDevice } from '../devices/index.ts'
import { endState, lockState, tellOfMachine } from '../presence/index.ts'
import { clearStock } from '../slots/index.ts'
import * as registry from './registry-queries.ts'
import { bindingOf } from './registry-service.ts'

/**
 * A machine leaves its merchant: open commands are cancelled, unpaid orders closed, its stock is booked out, its records
 * stay.
 */
export async function unbindMachine(
  ctx: MachineCtx,
  by: { id: string | null; username: string },
): Promise<void> {
  // Reports of the machine take the same lock first. Of two calls that unbind at once, the second finds it done.
  const state = await lockState(ctx)
  if (state?.unbound_at) throw new AppError('notFound')
  await cancelOpen(ctx)
  await clearStock(ctx, by)
  for (const leave of ctx.deps.hooks.machineLeaves) await leave(ctx)
  await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
  const rev = await releaseDevice(ctx, ctx.now)
  await endState(ctx, ctx.now)
  // The code on the machine works once, so it ends too.
  const free = { tenant_id: null, device_id: null, settings_rev: rev, bind_code_hash: null }
  await registry.changeMachine(ctx.tx, ctx.sn, free)
  await registry.endOwner(ctx.tx, ctx.tenantId, ctx.deviceId, ctx.now)
  await notifyGateways(ctx, ctx.sn)
}

type Input = ParsedInputOf<(typeof machineCalls)['unbind']>

/** Unbinds a machine, also an offline one, because it may never come back. */
export async function unbind(ctx: Ctx, { sn }: Input): Promise<Record<string, never>> {
  const row = await demandRow(ctx, sn)
  await unbindMachine(machineOf(ctx, row), ctx.user)
  await audit(ctx, {
    call: 'unbind',
    object: 'device',
    objectId: row.device_id,
    before: { sn, title: row.title, store: row.store_id, store_name: row.store_name },
  })
  return {}
}

export async function unbindByOperator(deps: Deps, sn: string, origin: Origin): Promise<void> {
  const binding = await bindingOf(deps, sn)
  if (!binding) throw new Error(`machine ${sn} is unknown or bound to no merchant`)
  await inTenant(deps.db.main, binding.tenantId, async (tx) => {
    await unbindMachine({ deps, tx, now: deps.now(), sn, ...binding }, operator)
    await writeAudit(tx, binding.tenantId, operator, origin, {
      call: 'ops.unbind',
      object: 'device',
      objectId: binding.deviceId,
      before: { sn },
    })
  })
}
