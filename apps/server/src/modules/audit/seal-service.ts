/**
 * Sealing, by the clock: whatever was written into the audit and is in no seal yet is put into the next ones.
 *
 * It looks back two days before the latest row that was sealed: far longer than any transaction lives, so that a row
 * that became visible late is found, and a row that somebody dates back further never gets a seal. After a pause of
 * the worker, or on an installation that had no seals, it goes on from where it stopped.
 */
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant, isUniqueViolation } from '../../kernel/db.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { hashRow, hashSeal, sealKey } from './seal.ts'
import * as store from './seal-store.ts'

const batch = 500
const dayMs = 86_400_000
const lookBackMs = 2 * dayMs
/** Clocks of several servers differ a little; a day is beyond doubt. */
const clockDoubtMs = dayMs

export type Sealing = { tenantId: string; rows: number; seals: number; head: string | undefined }

/** Seals what is there, merchant by merchant. Safe to run twice or to be cut off. */
export async function sealAll(deps: Deps, only?: string): Promise<Sealing[]> {
  const done: Sealing[] = []
  for (const tenantId of only === undefined ? await tenantIds(deps.db.main) : [only]) {
    try {
      done.push(await sealTenant(deps, tenantId))
    } catch (error) {
      // One merchant's trouble is not the next one's. Of two workers at once, one wins; the other's rows come next time.
      if (!isUniqueViolation(error)) deps.log.error({ err: error, tenant: tenantId }, 'audit seal')
    }
  }
  return done
}

async function sealTenant(deps: Deps, tenantId: string): Promise<Sealing> {
  const key = sealKey(deps.config.pepper)
  const begin = await inTenant(deps.db.main, tenantId, (tx) => whereToBegin(tx, tenantId))
  const sealing: Sealing = { tenantId, rows: 0, seals: 0, head: begin.last?.hash.toString('hex') }
  let { last, afterId } = begin
  for (;;) {
    const next = await inTenant(deps.db.main, tenantId, async (tx) => {
      const rows = await store.unsealedRows(tx, tenantId, { ...begin, afterId }, batch)
      if (rows.length === 0) return undefined
      const sealId = (last?.seal_id ?? 0) + 1
      const sealedAt = deps.now()
      const auditIds = rows.map((row) => row.audit_id)
      const rowHashes = Buffer.concat(rows.map((row) => hashRow(key, tenantId, row)))
      const previous = last?.hash ?? Buffer.alloc(0)
      const hash = hashSeal(key, { tenantId, sealId, sealedAt, auditIds }, previous, rowHashes)
      const seal = { seal_id: sealId, audit_ids: auditIds, row_hashes: rowHashes, hash, sealed_at: sealedAt }
      await store.insertSeal(tx, tenantId, seal)
      return seal
    })
    if (!next) return sealing
    last = next
    afterId = next.audit_ids.at(-1) ?? afterId
    sealing.rows += next.audit_ids.length
    sealing.seals += 1
    sealing.head = next.hash.toString('hex')
    // The log is the anchor outside of the database: a chain cut off at its end still verifies, but not against this.
    const facts = { tenant: tenantId, seal: next.seal_id, rows: next.audit_ids.length, head: sealing.head }
    deps.log.info(facts, 'audit sealed')
  }
}

async function whereToBegin(tx: Parameters<typeof store.lastSeal>[0], tenantId: string) {
  const last = await store.lastSeal(tx, tenantId)
  const begin = { last, lastSealId: last?.seal_id ?? 0, afterId: '0' }
  if (!last) return { ...begin, since: new Date(0), sealsSince: new Date(0) }
  const latest = (await store.latestOf(tx, tenantId, last.audit_ids)) ?? last.sealed_at
  // A row from the future must not make us pass over the present.
  const since = Math.min(latest.getTime(), last.sealed_at.getTime()) - lookBackMs
  return { ...begin, since: new Date(since), sealsSince: new Date(since - clockDoubtMs) }
}
