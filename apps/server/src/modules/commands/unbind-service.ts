import { writeAudit } from '../../kernel/audit.ts'
import type { Deps, MachineCtx, Origin } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { bindingOf, lockState, releaseMachine } from '../devices/index.ts'
import { cancelOpen } from './service.ts'

/** A machine leaves its merchant. Whatever it was told is no concern of his any more. */
async function unbindMachine(ctx: MachineCtx): Promise<void> {
  // Reports begin with this lock too.
  await lockState(ctx)
  await cancelOpen(ctx)
  await releaseMachine(ctx.tx, ctx.tenantId, ctx.now, ctx)
}

export async function unbindByOperator(deps: Deps, sn: string, origin: Origin): Promise<void> {
  const binding = await bindingOf(deps, sn)
  if (!binding) throw new Error(`machine ${sn} is unknown or bound to nobody`)
  await inTenant(deps.db.main, binding.tenantId, async (tx) => {
    await unbindMachine({ deps, tx, now: deps.now(), sn, ...binding })
    await writeAudit(tx, binding.tenantId, { id: null, username: 'operator' }, origin, {
      call: 'ops.unbind',
      object: 'device',
      objectId: binding.deviceId,
      before: { sn },
    })
  })
}
