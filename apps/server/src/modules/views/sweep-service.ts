import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { accountsDeletedBefore, lockAccount, mainAccountOf } from '../account/index.ts'
import * as queries from './view-queries.ts'

/** A deleted account can be restored; after this time its views are not waiting for it any more. */
const keptDays = 30

/** Views that a deleted account shared become those of the main account, because others use them; its own are deleted. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const gone = await accountsDeletedBefore(ref, daysBefore(now, keptDays))
    if (gone.length === 0) return
    await inherit(ref, gone)
    await queries.removeViewsOf(ref, gone)
  })

async function inherit(ref: TenantRef, gone: readonly string[]): Promise<void> {
  const shared = await queries.sharedBy(ref, gone)
  if (shared.length === 0) return
  const main = await mainAccountOf(ref)
  await lockAccount(ref, main)
  const taken = new Set((await queries.ownNames(ref, main)).map(keyOf))
  for (const { view_id: view, list, name } of shared) {
    const free = freeName(name, (one) => taken.has(keyOf({ list, name: one })))
    taken.add(keyOf({ list, name: free }))
    await queries.handOver(ref, { view, to: main, name: free })
  }
}

const keyOf = ({ list, name }: { list: string; name: string }): string => JSON.stringify([list, name])

/** `Name`, or `Name 2` and so on where the main account has a view of that name in the list. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  for (let n = 2; isTaken(free); n += 1) free = `${name} ${n}`
  return free
}
