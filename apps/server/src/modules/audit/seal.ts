/**
 * How the audit is sealed.
 *
 * A seal covers up to 500 rows: each row is hashed by itself, so that a changed one can be named, and the seal's
 * own hash covers those hashes, the numbers of the rows and the hash of the seal before. All hashes are keyed with
 * a secret that is not in the database: an attacker who can only write to the tables cannot make a seal. Seals that
 * were removed and made anew with the secret can be detected only by the heads in the log.
 *
 * Rows are hashed from what PostgreSQL writes (`jsonb` as text), not from JavaScript's conversion of it.
 */
import { createHmac } from 'node:crypto'

import type { SealedRow } from './seal-queries.ts'

export const rowHashBytes = 32

export type SealHead = { tenantId: string; sealId: number; sealedAt: Date; auditIds: readonly string[] }

/** A key derived for this purpose alone, so that hashes of other uses of the pepper cannot be reused here. */
export const sealKey = (pepper: string): Buffer =>
  createHmac('sha256', pepper).update('slotwise audit seal 1').digest()

export const hashRow = (key: Buffer, tenantId: string, row: SealedRow): Buffer =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        'row',
        tenantId,
        row.audit_id,
        row.at.toISOString(),
        row.account_id,
        row.username,
        row.address,
        row.request_id,
        row.call,
        row.object,
        row.object_id,
        row.before,
        row.after,
      ]),
    )
    .digest()

/** `previous` is empty for the first seal of a merchant. */
export const hashSeal = (key: Buffer, head: SealHead, previous: Buffer, rowHashes: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        'seal',
        head.tenantId,
        head.sealId,
        head.sealedAt.toISOString(),
        head.auditIds,
        previous.toString('hex'),
      ]),
    )
    .update(rowHashes)
    .digest()
