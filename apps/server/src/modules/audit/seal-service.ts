/**
 * Sealing runs by the clock: rows of the audit without a seal are put into the next seals.
 *
 * It looks back two days before the latest sealed row. That is far longer than any transaction lasts, so that a row
 * that became visible late is found; a row that was dated back further never gets a seal. After a pause of the
 * worker, or on an installation without seals, it continues from where it stopped.
 */
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant, isUniqueViolation } from '../../kernel/db.ts'
import { dayMs } from '../../kernel/moments.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { hashRow, hashSeal, sealKey } from './seal.ts'
import * as queries from './seal-queries.ts'

const batch = 500
const lookBackMs = 2 * dayMs
/** Clocks of several servers differ a little; a day is certainly more. */
const clockDoubtMs = dayMs

export type Sealing = { tenantId: string; rows: number; seals: number; head: string | undefined }

/** Seals the present rows, merchant by merchant. Safe to run twice and to interrupt. */
export async function sealAll(deps: Deps, only?: string): Promise<Sealing[]> {
  const done: Sealing[] = []
  for (const tenantId of only === undefined ? await tenantIds(deps.db.main) : [only]) {
    try {
      done.push(await sealTenant(deps, tenantId))
    } catch (error) {
      // A failure at one merchant must not stop the others. Of two workers at once one succeeds; the other's rows
      // follow in the next run.
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
      const rows = await queries.unsealedRows(tx, tenantId, { ...begin, afterId }, batch)
      if (rows.length === 0) return undefined
      const sealId = (last?.seal_id ?? 0) + 1
      const sealedAt = deps.now()
      const auditIds = rows.map((row) => row.audit_id)
      const rowHashes = Buffer.concat(rows.map((row) => hashRow(key, tenantId, row)))
      const previous = last?.hash ?? Buffer.alloc(0)
      const hash = hashSeal(key, { tenantId, sealId, sealedAt, auditIds }, previous, rowHashes)
      const seal = { seal_id: sealId, audit_ids: auditIds, row_hashes: rowHashes, hash, sealed_at: sealedAt }
      await queries.insertSeal(tx, tenantId, seal)
      return seal
    })
    if (!next) return sealing
    last = next
    afterId = next.audit_ids.at(-1) ?? afterId
    sealing.rows += next.audit_ids.length
    sealing.seals += 1
    sealing.head = next.hash.toString('hex')
    // The log is the anchor outside of the database: a chain without its last seals still verifies, but not against
    // this line.
    const facts = { tenant: tenantId, seal: next.seal_id, rows: next.audit_ids.length, head: sealing.head }
    deps.log.info(facts, 'audit sealed')
  }
}

async function whereToBegin(tx: Parameters<typeof queries.lastSeal>[0], tenantId: string) {
  const last = await queries.lastSeal(tx, tenantId)
  const begin = { last, lastSealId: last?.seal_id ?? 0, afterId: '0' }
  if (!last) return { ...begin, since: new Date(0), sealsSince: new Date(0) }
  const latest = (await queries.latestOf(tx, tenantId, last.audit_ids)) ?? last.sealed_at
  // A row dated in the future must not make the sealing skip present rows.
  const since = Math.min(latest.getTime(), last.sealed_at.getTime()) - lookBackMs
  return { ...begin, since: new Date(since), sealsSince: new Date(since - clockDoubtMs) }
}
