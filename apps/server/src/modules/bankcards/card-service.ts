import {
  type BankCard,
  type bankCardCalls,
  bankText,
  type List,
  type ParsedInputOf,
  type PayoutAccount,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { openJson, vaultOf } from '../../kernel/vault.ts'
import { type Numbers, numbersAt } from './card-model.ts'
import * as queries from './card-queries.ts'
import { placeNames } from './place-service.ts'

type Input<Name extends keyof typeof bankCardCalls> = ParsedInputOf<(typeof bankCardCalls)[Name]>

/** Rows as the caller sees them: masked, with names of places, and of banks in the caller's language. */
async function asCards(ctx: Ctx, rows: readonly queries.CardRow[]): Promise<BankCard[]> {
  const nameOf = await placeNames(rows.flatMap((row) => [row.province_code, row.bank_province]))
  return rows.map(({ masked, created_at: created, state_at: moved, ...row }) => ({
    ...row,
    ...masked,
    bank: bankText(ctx.locale, row),
    province: nameOf(row.province_code),
    city: nameOf(row.city_code),
    district: nameOf(row.district_code),
    bank_province_name: nameOf(row.bank_province),
    bank_city_name: nameOf(row.bank_city),
    create_at: created.toISOString(),
    state_at: moved.toISOString(),
  }))
}

export async function getMerchant(
  ctx: Ctx,
  { condition, ...page }: Input<'getMerchant'>,
): Promise<List<BankCard>> {
  const { data, count } = await queries.listCards(ctx, page, condition)
  return { data: await asCards(ctx, data), count }
}

export const getPayoutAccounts = (
  ctx: Ctx,
  { condition, ...page }: Input<'getPayoutAccounts'>,
): Promise<List<PayoutAccount>> => queries.pickAccounts(ctx, page, condition)

export async function demandCard(ctx: Ctx, id: string): Promise<BankCard> {
  const row = await queries.findCard(ctx, id)
  const [card] = row ? await asCards(ctx, [row]) : []
  if (!card) throw new AppError('notFound')
  return card
}

/** What the audit records of a card: masked numbers, and its address with the names of the places. */
export const facts = (card: BankCard) => ({
  mch_name: card.mch_name,
  person: card.person,
  telephone: card.telephone,
  email: card.email,
  address: [card.province, card.city, card.district, card.address].filter(Boolean).join(' '),
  bank: card.bank,
  bank_branch: card.bank_branch,
  bank_no: card.bank_no,
  acct_name: card.acct_name,
  acct_no: card.acct_no,
  acct_cert_type: card.acct_cert_type,
  acct_cert_no: card.acct_cert_no,
  cert_start_date: card.cert_start_date,
  cert_expire_date: card.cert_expire_date,
  acct_mobile: card.acct_mobile,
  state: card.state,
  reason: card.reason,
})

/** The clear numbers of a card that the caller sees. */
export async function openNumbers(ctx: Ctx, id: string): Promise<Numbers> {
  const sealed = await queries.findSealed(ctx, id)
  if (!sealed) throw new AppError('notFound')
  return openJson<Numbers>(vaultOf(ctx), sealed, numbersAt(id))
}

/** Shows the clear numbers. The audit records who looked, not what was seen. */
export async function revealBank(ctx: Ctx, { merchant_id: id }: Input<'revealBank'>): Promise<Numbers> {
  const { mch_name, acct_name, acct_no } = await demandCard(ctx, id)
  const numbers = await openNumbers(ctx, id)
  await audit(ctx, {
    call: 'revealBank',
    object: 'bankCard',
    objectId: id,
    after: { mch_name, acct_name, acct_no },
  })
  return numbers
}
