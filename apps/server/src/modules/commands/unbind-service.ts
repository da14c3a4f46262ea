import type { deviceCalls, ParsedInputOf } from '@slotwise/contract'

import { audit, writeAudit } from '../../kernel/audit.ts'
import type { Ctx, Deps, MachineCtx, Origin } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { clearStock } from '../channels/index.ts'
import {
  bindingOf,
  demandRow,
  lockState,
  machineOf,
  releaseMachine,
  tellOfMachine,
} from '../devices/index.ts'
import { cancelOpen } from './service.ts'

const operator = { id: null, username: 'operator' }

/** A machine leaves its merchant. Whatever it was told is no concern of his any more; what was in it is not his either. */
async function unbindMachine(ctx: MachineCtx, by: { id: string | null; username: string }): Promise<void> {
  // Reports begin with this lock too. Somebody may have been quicker.
  const state = await lockState(ctx)
  if (state?.reason === 'unbound') throw new AppError('notFound')
  await cancelOpen(ctx)
  await clearStock(ctx, by)
  await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
  await releaseMachine(ctx.tx, ctx.tenantId, ctx.now, ctx)
}

type Input = ParsedInputOf<(typeof deviceCalls)['unbind']>

/** Also one that is offline: it may never come back. */
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
  if (!binding) throw new Error(`machine ${sn} is unknown or bound to nobody`)
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
