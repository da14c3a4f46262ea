/** A sale of a machine without a merchant goes to the merchant who has the machine now, as a case. */
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { arrivedAt } from '../../kernel/machine-clock.ts'
import { bindingOf, endStray, lockStray } from '../machines/index.ts'
import { keepUnclearSale } from './unclear-service.ts'

/** Returns `no merchant` where no merchant has the machine yet, and `full` where too many cases wait at its merchant. */
export async function giveStray(
  deps: Deps,
  { id, sn, note }: { id: string; sn: string; note: string },
): Promise<'given' | 'no such message' | 'no merchant' | 'full'> {
  const binding = await bindingOf(deps, sn)
  if (!binding) return 'no merchant'
  const now = deps.now()
  return inTenant(deps.db.main, binding.tenantId, async (tx) => {
    const stray = await lockStray(tx, id)
    if (!stray?.payload || stray.sn !== sn) return 'no such message'
    const isKept = await keepUnclearSale(
      { deps, tx, now, sn, ...binding },
      {
        mid: stray.mid,
        sentTs: stray.sent_ts === null ? undefined : Number(stray.sent_ts),
        slip: { field: '', reason: 'no merchant' },
        payload: stray.payload,
        dated: arrivedAt(now),
      },
    )
    if (!isKept) return 'full'
    await endStray(tx, { id, sn, note }, now)
    return 'given'
  })
}
