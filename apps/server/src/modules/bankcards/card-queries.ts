import {
  type BankCard,
  type BankCardFilter,
  type BankCardState,
  type BankInput,
  bankPhotoKinds,
  type CertType,
  type List,
  type Page,
  type PayoutAccount,
  type PayoutAccountFilter,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { changesOne } from '../../kernel/rows.ts'
import { isOwn } from '../../kernel/scope.ts'
import { contains, isOneOf, isOneOfTexts } from '../../kernel/search.ts'
import type { Numbers } from './card-model.ts'

/** A stored card; the service adds names of places and of the bank. */
export type CardRow = Omit<
  BankCard,
  | keyof Numbers
  | 'province'
  | 'city'
  | 'district'
  | 'bank_province_name'
  | 'bank_city_name'
  | 'create_at'
  | 'state_at'
> & { masked: Numbers; created_at: Date; state_at: Date }

/** Cards that the caller may see: all of the merchant, or those that the caller handed in. */
const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('bank_card as c')
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where('c.deleted_at', 'is', null)
    .where(isOwn(ctx, 'bank', 'c.account_id'))

function listed(ctx: Ctx, { q, state, ids }: z.output<typeof BankCardFilter>) {
  const query = inScope(ctx)
    .where(isOneOf(ids, 'c.merchant_id'))
    .where(contains(q, ['c.mch_name', 'c.person', 'c.acct_name', 'c.tail']))
  return state === undefined ? query : query.where('c.state', '=', state)
}

/** What is shown of a card, to its merchant and to the reviewer. */
export const cardColumns = [
  'c.merchant_id',
  'c.state',
  'c.reason',
  'c.mch_name',
  'c.person',
  'c.email',
  'c.province_code',
  'c.city_code',
  'c.district_code',
  'c.address',
  'c.bank_code',
  'c.bank',
  'c.bank_province',
  'c.bank_city',
  'c.bank_branch',
  'c.bank_no',
  'c.acct_name',
  'c.acct_cert_type',
  'c.cert_start_date',
  'c.cert_expire_date',
  'c.masked',
  'c.state_at',
] as const
const columns = [...cardColumns, 'c.created_at'] as const

const asRows = (ctx: Ctx, query: ReturnType<typeof inScope>) =>
  query
    .innerJoin('account as a', (join) =>
      join.on('a.tenant_id', '=', ctx.tenant.id).onRef('a.account_id', '=', 'c.account_id'),
    )
    .select([
      ...columns,
      'a.username',
      hasPhotos(ctx.tenant.id).as('has_photos'),
      sql<boolean>`c.approved_at is not null`.as('was_approved'),
      sql<number>`(
        select count(*)::int from store s
         where s.tenant_id = ${ctx.tenant.id} and s.merchant_id = c.merchant_id and s.deleted_at is null)`.as(
        'store_count',
      ),
      sql<number>`(
        select count(*)::int from device d
         where d.tenant_id = ${ctx.tenant.id} and d.merchant_id = c.merchant_id and d.unbound_at is null)`.as(
        'device_count',
      ),
    ])
    .$castTo<CardRow>()

/** Whether the card has all of its photos. */
const hasPhotos = (tenantId: string) => sql<boolean>`(
  select count(*) = ${bankPhotoKinds.length} from bank_photo p where p.tenant_id = ${tenantId} and p.merchant_id = c.merchant_id)`

export async function listCards(
  ctx: Ctx,
  page: Page,
  filter: z.output<typeof BankCardFilter>,
): Promise<List<CardRow>> {
  const query = listed(ctx, filter)
  return {
    data: await asRows(ctx, query).orderBy('c.merchant_id', 'desc').$call(atPage(page)).execute(),
    count: await countOf(query),
  }
}

export const findCard = (ctx: Ctx, id: string): Promise<CardRow | undefined> =>
  asRows(ctx, inScope(ctx)).where('c.merchant_id', '=', id).executeTakeFirst()

/** Locks the card, so that it is not reviewed while it changes. */
export async function lockCard(ctx: Ctx, id: string): Promise<BankCardState | undefined> {
  const row = await inScope(ctx)
    .select('c.state')
    .where('c.merchant_id', '=', id)
    .forUpdate()
    .$castTo<{ state: BankCardState }>()
    .executeTakeFirst()
  return row?.state
}

export async function findSealed(ctx: Ctx, id: string): Promise<Buffer | undefined> {
  const row = await inScope(ctx).select('c.sealed').where('c.merchant_id', '=', id).executeTakeFirst()
  return row?.sealed
}

/** Locks the merchant's cards for counting and adding, so that concurrent calls cannot exceed the limit. */
export async function lockAdding(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bankCards:${ctx.tenant.id}`}, 0))`.execute(
    ctx.tx,
  )
}

/** The cards of all accounts of the merchant. */
const ofMerchant = (ctx: Ctx) =>
  ctx.tx.selectFrom('bank_card').where('tenant_id', '=', ctx.tenant.id).where('deleted_at', 'is', null)

export const countAll = (ctx: Ctx): Promise<number> => countOf(ofMerchant(ctx))

/** Whether another card of the merchant has this address, also one that the caller does not see. */
export async function isEmailTaken(ctx: Ctx, email: string, besides: string | undefined): Promise<boolean> {
  const query = ofMerchant(ctx).select('merchant_id').where('email', '=', email)
  return (
    (await (besides ? query.where('merchant_id', '!=', besides) : query).executeTakeFirst()) !== undefined
  )
}

/** What is stored of an input in clear. */
export type CardFields = Omit<
  BankInput,
  keyof Numbers | 'merchant_id' | 'new_photos' | 'province' | 'city' | 'district'
> & {
  acct_cert_type: CertType
}

/** Adds a card without its numbers, because they are sealed for the number of the card. */
export async function insertCard(ctx: Ctx, fields: CardFields): Promise<string> {
  const { merchant_id: id } = await ctx.tx
    .insertInto('bank_card')
    .values({
      ...fields,
      tenant_id: ctx.tenant.id,
      account_id: ctx.user.id,
      state: 'no_id_photo',
      tail: '',
      sealed: Buffer.alloc(0),
      masked: '{}',
      created_at: ctx.now,
      state_at: ctx.now,
    })
    .returning('merchant_id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCard(ctx: Ctx, id: string, fields: CardFields): Promise<void> {
  await ctx.tx
    .updateTable('bank_card')
    .set(fields)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('merchant_id', '=', id)
    .execute()
}

export async function storeNumbers(
  ctx: Ctx,
  id: string,
  { sealed, masked, tail }: { sealed: Buffer; masked: Numbers; tail: string },
): Promise<void> {
  await ctx.tx
    .updateTable('bank_card')
    .set({ sealed, masked: JSON.stringify(masked), tail })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('merchant_id', '=', id)
    .execute()
}

/** Moves a card to another state. Returns false when it is in none of the states `from`, or gone. */
export const moveCard = (
  { tx, tenantId, now }: TenantRef & { now: Date },
  id: string,
  from: readonly BankCardState[],
  to: { state: BankCardState; reason?: string },
): Promise<boolean> =>
  changesOne(
    tx
      .updateTable('bank_card')
      .set({ state: to.state, reason: to.reason ?? '', state_at: now })
      .set({
        approved_at: sql`case when ${to.state} = 'approved' then coalesce(approved_at, ${now}) else approved_at end`,
      })
      .where('tenant_id', '=', tenantId)
      .where('merchant_id', '=', id)
      .where(isOneOfTexts(from, 'state'))
      .where('deleted_at', 'is', null),
  )

/** Deletes a card and forgets its numbers. Returns false when it was ever approved, or is gone. */
export const deleteCard = (ctx: Ctx, id: string): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('bank_card')
      .set({ deleted_at: ctx.now, sealed: Buffer.alloc(0) })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('merchant_id', '=', id)
      .where('approved_at', 'is', null)
      .where('deleted_at', 'is', null),
  )

/** The approved cards, for pickers. */
export async function pickAccounts(
  ctx: Ctx,
  page: Page,
  { q, ids }: z.output<typeof PayoutAccountFilter>,
): Promise<List<PayoutAccount>> {
  const query = listed(ctx, { q, ids, state: 'approved' })
  const data = await query
    .select(['c.merchant_id', 'c.mch_name', 'c.acct_name', sql<string>`c.masked->>'acct_no'`.as('acct_no')])
    .orderBy('c.mch_name')
    .orderBy('c.merchant_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** How many of these cards are approved and the caller's to use. */
export const countUsable = (ctx: Ctx, ids: readonly string[]): Promise<number> =>
  countOf(listed(ctx, { ids: [...ids], state: 'approved' }))

/** What a payout needs of an approved card. */
export const findUsable = ({ tx, tenantId }: TenantRef, merchantId: string) =>
  tx
    .selectFrom('bank_card')
    .select(['acct_name', 'bank', 'bank_no', 'sealed'])
    .where('tenant_id', '=', tenantId)
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'approved')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
