/** Walks the seals of the audit in order and reports every inconsistency. */
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { hashRow, hashSeal, rowHashBytes, sealKey } from './seal.ts'
import * as queries from './seal-queries.ts'

const sealsAtOnce = 50
const maxNamed = 100
/** Every row should have been sealed long before this time. */
const sealedWithinMs = 3_600_000

export type Finding =
  | { kind: 'rowChanged' | 'rowMissing'; row: string; seal: number }
  | { kind: 'rowUnsealed'; row: string }
  | { kind: 'rowsUnsealed'; more: number }
  | { kind: 'sealMissing' | 'sealBroken'; seal: number }
  | { kind: 'otherHead'; seal: number }

export type Verdict = {
  tenantId: string
  rows: number
  seals: number
  head: string | undefined
  /** Rows that waited too long for their seal: after a pause of the worker, or when the chain was made anew. */
  rowsSealedLate: number
  /** Rows that are gone with the months that the operator has archived. */
  rowsArchived: number
  findings: Finding[]
}

export async function verifyAll(deps: Deps, known: Known = {}): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const tenantId of await tenantIds(deps.db.main))
    verdicts.push(await verifyTenant(deps, tenantId, known))
  return verdicts
}

/** A seal and its hash as the log recorded them. */
export type Anchor = { seal: number; head: string }

/** What the operator knows: a seal, and the first moment of the months that are still in the table. */
export type Known = { anchor?: Anchor | undefined; keptFrom?: Date | undefined }

export async function verifyTenant(
  deps: Deps,
  tenantId: string,
  { anchor, keptFrom }: Known = {},
): Promise<Verdict> {
  const key = sealKey(deps.config.pepper)
  const findings: Finding[] = []
  let last: queries.Seal | undefined
  let seals = 0
  let rowsSealedLate = 0
  let rowsArchived = 0
  let anchored = anchor === undefined
  for (;;) {
    const from = last?.seal_id ?? 0
    const piece = await inTenant(deps.db.main, tenantId, async (tx) => {
      const found = await queries.sealsAfter(tx, tenantId, from, sealsAtOnce)
      for (const seal of found) {
        findings.push(...chainFindings(key, tenantId, last, seal))
        const rows = await queries.rowsOf(tx, tenantId, seal.audit_ids)
        const wrong = rowFindings(key, tenantId, seal, rows)
        const archived = mayBeArchived(seal, keptFrom)
          ? wrong.filter(({ kind }) => kind === 'rowMissing')
          : []
        rowsArchived += archived.length
        findings.push(...wrong.filter((finding) => !archived.includes(finding)))
        rowsSealedLate += rows.filter(
          ({ at }) => seal.sealed_at.getTime() - at.getTime() > sealedWithinMs,
        ).length
        anchored ||= seal.seal_id === anchor?.seal && seal.hash.toString('hex') === anchor.head
        last = seal
      }
      return found
    })
    seals += piece.length
    if (piece.length < sealsAtOnce) break
  }
  if (anchor && !anchored) findings.push({ kind: 'otherHead', seal: anchor.seal })
  const rows = await inTenant(deps.db.main, tenantId, async (tx) => {
    const before = new Date(deps.now().getTime() - sealedWithinMs)
    const { ids, count } = await queries.unsealedBefore(tx, tenantId, before, maxNamed)
    findings.push(...ids.map((row): Finding => ({ kind: 'rowUnsealed', row })))
    if (count > ids.length) findings.push({ kind: 'rowsUnsealed', more: count - ids.length })
    return queries.countRows(tx, tenantId)
  })
  return { tenantId, rows, seals, head: last?.hash.toString('hex'), rowsSealedLate, rowsArchived, findings }
}

/** Whether rows of a seal may be archived. The last rows of a month are sealed at the beginning of the next one. */
const mayBeArchived = ({ sealed_at: at }: queries.Seal, keptFrom: Date | undefined): boolean =>
  keptFrom !== undefined && at.getTime() < keptFrom.getTime() + sealedWithinMs

/**
 * Whether a seal follows the one before. After a missing seal the link cannot be checked, and the chain starts
 * anew.
 */
function chainFindings(
  key: Buffer,
  tenantId: string,
  last: queries.Seal | undefined,
  seal: queries.Seal,
): Finding[] {
  const expected = (last?.seal_id ?? 0) + 1
  if (seal.seal_id !== expected)
    return Array.from({ length: seal.seal_id - expected }, (_, i) => ({
      kind: 'sealMissing',
      seal: expected + i,
    }))
  const head = { tenantId, sealId: seal.seal_id, sealedAt: seal.sealed_at, auditIds: seal.audit_ids }
  const fits = hashSeal(key, head, last?.hash ?? Buffer.alloc(0), seal.row_hashes).equals(seal.hash)
  return fits ? [] : [{ kind: 'sealBroken', seal: seal.seal_id }]
}

function rowFindings(
  key: Buffer,
  tenantId: string,
  seal: queries.Seal,
  rows: readonly queries.SealedRow[],
): Finding[] {
  const byId = new Map(rows.map((row) => [row.audit_id, row]))
  return seal.audit_ids.flatMap((id, i): Finding[] => {
    const row = byId.get(id)
    if (!row) return [{ kind: 'rowMissing', row: id, seal: seal.seal_id }]
    const sealed = seal.row_hashes.subarray(i * rowHashBytes, (i + 1) * rowHashBytes)
    const fits = hashRow(key, tenantId, row).equals(sealed)
    return fits ? [] : [{ kind: 'rowChanged', row: id, seal: seal.seal_id }]
  })
}

/** A finding in words, for the operator. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'rowChanged':
      return `row ${finding.row} (seal ${finding.seal}) was changed`
    case 'rowMissing':
      return `row ${finding.row} (seal ${finding.seal}) is missing`
    case 'rowUnsealed':
      return `row ${finding.row} is older than an hour and in no seal: added past the product, or the worker is not running`
    case 'rowsUnsealed':
      return `${finding.more} more rows are in no seal`
    case 'sealMissing':
      return `seal ${finding.seal} is missing`
    case 'otherHead':
      return `seal ${finding.seal} is not the one with that head: the chain was cut off or made anew`
    case 'sealBroken':
      return `seal ${finding.seal} does not follow the one before it`
  }
}
