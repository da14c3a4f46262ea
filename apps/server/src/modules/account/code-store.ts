import type { CodePurpose } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { Database } from '../../kernel/db.ts'

/** Codes belong to no merchant yet, and each statement here stands by itself: none may be undone by a failed call. */
type Apart = Kysely<Database>
type Code = {
  phone: string
  purpose: CodePurpose
  code_hash: Buffer
  sign_hash: Buffer
  created_at: Date
  expires_at: Date
}
type WhichCode = { phone: string } | { signHash: Buffer }

/** A new code replaces the one before it, tries and all. */
export async function putCode(db: Apart, code: Code): Promise<void> {
  const row = { ...code, tries: 0 }
  await db
    .insertInto('sms_code')
    .values(row)
    .onConflict((conflict) => conflict.columns(['phone', 'purpose']).doUpdateSet(row))
    .execute()
}

/** Counts a try and returns what to compare with, unless the code is dead. */
export async function takeTry(
  db: Apart,
  purpose: CodePurpose,
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
  db: Apart,
  purpose: CodePurpose,
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

/** True for exactly one of those who try to use it up. */
export async function deleteCode(
  db: Apart,
  purpose: CodePurpose,
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
  db: Apart,
  purpose: CodePurpose,
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
