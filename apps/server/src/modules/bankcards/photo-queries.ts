import type { BankPhotoKind } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { countOf } from '../../kernel/paging.ts'
import { changesOne } from '../../kernel/rows.ts'

/** Of a photo that no card has, `merchant_id` and `kind` are null. */
const isWaiting = sql<boolean>`merchant_id is null`

export type Photo = { file: string; mime: string; width: number; height: number; bytes: number }

/** Locks what a merchant uploads, so that concurrent uploads cannot exceed the limit. */
export async function lockWaiting({ tx, tenantId }: TenantRef): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank photos ${tenantId}`}, 0))`.execute(tx)
}

export const countWaiting = ({ tx, tenantId }: TenantRef): Promise<number> =>
  countOf(tx.selectFrom('bank_photo').where('tenant_id', '=', tenantId).where(isWaiting))

export async function insertPhoto(
  { tx, tenantId }: TenantRef,
  photo: Photo,
  by: { accountId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('bank_photo')
    .values({ ...photo, tenant_id: tenantId, account_id: by.accountId, created_at: by.at })
    .execute()
}

/** Gives a card a photo that the caller uploaded since `since`. Returns false when there is none. */
export const attachPhoto = (
  ctx: Ctx,
  to: { merchantId: string; kind: BankPhotoKind },
  file: string,
  since: Date,
): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('bank_photo')
      .set({ merchant_id: to.merchantId, kind: to.kind })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('file', '=', file)
      .where('account_id', '=', ctx.user.id)
      .where('created_at', '>=', since)
      .where(isWaiting),
  )

/** Takes the photo of a kind from a card, if it has one. */
export async function detachPhoto(
  ctx: Ctx,
  from: { merchantId: string; kind: BankPhotoKind },
): Promise<void> {
  await ctx.tx
    .updateTable('bank_photo')
    .set({ merchant_id: null, kind: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('merchant_id', '=', from.merchantId)
    .where('kind', '=', from.kind)
    .execute()
}

export type CardPhoto = { kind: BankPhotoKind; file: string; mime: string }

export const photosOf = ({ tx, tenantId }: TenantRef, merchantId: string): Promise<CardPhoto[]> =>
  tx
    .selectFrom('bank_photo')
    .select(['kind', 'file', 'mime'])
    .where('tenant_id', '=', tenantId)
    .where('merchant_id', '=', merchantId)
    .$castTo<CardPhoto>()
    .execute()

/** The type of a photo that a card has. */
export async function findAttached({ tx, tenantId }: TenantRef, file: string): Promise<string | undefined> {
  const { rows } = await sql<{ mime: string }>`
    select p.mime from bank_photo p
      join bank_card c on c.tenant_id = ${tenantId} and c.merchant_id = p.merchant_id
     where p.tenant_id = ${tenantId} and p.file = ${file} and c.deleted_at is null`.execute(tx)
  return rows[0]?.mime
}

/** Photos that were uploaded before `uploaded` and not handed in, and those of deleted cards. */
const unused = (tenantId: string, uploaded: Date) => sql`
  p.tenant_id = ${tenantId}
  and ((p.merchant_id is null and p.created_at < ${uploaded})
       or exists (select from bank_card c
                   where c.tenant_id = ${tenantId} and c.merchant_id = p.merchant_id and c.deleted_at is not null))`

export async function unusedPhotos(
  { tx, tenantId }: TenantRef,
  uploaded: Date,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select p.file from bank_photo p where ${unused(tenantId, uploaded)} limit ${atMost}`.execute(tx)
  return rows.map(({ file }) => file)
}

/** Deletes a photo. Returns false when it was handed in meanwhile. */
export async function deleteUnused(
  { tx, tenantId }: TenantRef,
  file: string,
  uploaded: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from bank_photo p where ${unused(tenantId, uploaded)} and p.file = ${file}`.execute(tx)
  return numAffectedRows === 1n
}
