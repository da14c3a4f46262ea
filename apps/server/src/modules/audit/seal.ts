/**
 * How the audit is sealed.
 *
 * A seal covers up to 500 rows: each is hashed by itself, so that a changed one can be named, and the seal's own hash
 * covers those hashes, the numbers of the rows and the hash of the seal before. All hashes are keyed with a secret
 * that is not in the database: who can write to the tables alone cannot make a seal. Whether seals were removed and made
 * anew by the product itself, only the heads in the log can tell.
 *
 * Rows are hashed from what PostgreSQL writes (`jsonb` as text), not from what JavaScript would make of it.
 */
import { createHmac } from 'node:crypto'

import type { SealedRow } from './seal-store.ts'

export const rowHashBytes = 32

export type SealHead = { tenantId: string; sealId: number; sealedAt: Date; auditIds: readonly string[] }

/** A key of its own purpose, so that no other use of the pepper can be played against it. */
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
