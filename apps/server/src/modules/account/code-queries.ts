import type { CodePurpose } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { countDeleted } from '../../kernel/rows.ts'

/** Codes belong to no merchant. Each statement commits by itself, so that a failed call cannot undo it. */
type Autonomous = Kysely<Database>
/** `operator`: made by the operator instead of being sent. */
export type StoredPurpose = CodePurpose | 'operator'
type Code = {
  phone: string
  purpose: StoredPurpose
  code_hash: Buffer
  sign_hash: Buffer
  created_at: Date
  expires_at: Date
}
type WhichCode = { phone: string } | { signHash: Buffer }

/** Stores a code; it replaces the code before it and starts with no tries. */
export async function putCode(db: Autonomous, code: Code): Promise<void> {
  const row = { ...code, tries: 0 }
  await db
    .insertInto('sms_code')
    .values(row)
    .onConflict((conflict) => conflict.columns(['phone', 'purpose']).doUpdateSet(row))
    .execute()
}

/** Counts a try and returns the hash to compare with; undefined when the code has expired or has no tries left. */
export async function takeTry(
  db: Autonomous,
  purpose: StoredPurpose,
  which: WhichCode,
  maxTries: number,
  now: Date,
): Promise<{ phone: string; code_hash: Buffer } | undefined> {
  const whose = 'phone' in which ? sql`phone = ${which.phone}` : sql`sign_hash = ${which.signHash}`
  const { rows } = await sql<{ phone: string; code_hash: Buffer }>`
    update sms_code set tries = tries + 1
     where ${whose} and purpose = ${purpose} and expires_at > ${now} and tries < ${maxTries}
    returning phone, code_hash`.execute(db)
  return rows[0]
}

export async function giveTryBack(
  db: Autonomous,
  purpose: StoredPurpose,
  phone: string,
  codeHash: Buffer,
): Promise<void> {
  await db
    .updateTable('sms_code')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .execute()
}

/** Returns true for exactly one of several concurrent callers. */
export async function deleteCode(
  db: Autonomous,
  purpose: StoredPurpose,
  phone: string,
  codeHash: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sms_code')
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function hasCode(
  db: Autonomous,
  purpose: StoredPurpose,
  phone: string,
  signHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('sms_code')
    .select('phone')
    .where('sign_hash', '=', signHash)
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row !== undefined
}

export const deleteCodesBefore = (db: Autonomous, expired: Date, atMost: number): Promise<number> =>
  countDeleted(
    db
      .deleteFrom('sms_code')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('phone', 'purpose'),
          'in',
          selectFrom('sms_code')
            .select(['phone', 'purpose'])
            .where('expires_at', '<', expired)
            .limit(atMost)
            .$asTuple('phone', 'purpose'),
        ),
      )
      // A code that was sent anew since the choice stays.
      .where('expires_at', '<', expired),
  )
