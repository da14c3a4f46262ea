import { isCardNo, maskedNo } from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import { ensureMonths } from '../src/kernel/months.ts'
import { ordernoOf } from '../src/kernel/orderno.ts'
import { sealJson } from '../src/kernel/vault.ts'
import { type Numbers, numbersAt } from '../src/modules/bankcards/card-model.ts'
import { bookPayment, bookRefund } from '../src/modules/ledger/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'
import { asOwner } from './owner.ts'

let serial = 0

type Card = { state?: 'approved' | 'reviewing' | 'not_approved'; name?: string; account?: string }

/** A bank card as it is after its review. Returns its number. */
export async function makeCard(
  app: TestApp,
  { tenantId, accountId }: Pick<Merchant, 'tenantId' | 'accountId'>,
  { state = 'approved', name = `Shop ${serial + 1}`, account = accountId }: Card = {},
): Promise<string> {
  const number = `6222020200${String((serial += 1)).padStart(9, '0')}`
  if (!isCardNo(number)) throw new Error('no number of a card')
  const [row] = await asOwner<{ merchant_id: string }>(
    app,
    `insert into bank_card (tenant_id, account_id, state, mch_name, person, email, province_code, city_code, district_code,
                            address, bank_code, bank, bank_province, bank_city, bank_branch, bank_no, acct_name,
                            acct_cert_type, cert_start_date, tail, sealed, masked, created_at, state_at)
     values ($1, $2, $3, $4, 'Zhang San', $5, '', '', '', '', '102', 'ICBC', '', '', 'Main branch', '102100099996',
             'Zhang San', 'id_card', '2020-01-01', $6, '', $7, $8, $8) returning merchant_id`,
    [
      tenantId,
      account,
      state,
      name,
      `shop${serial}@example.com`,
      number.slice(-4),
      JSON.stringify({ acct_no: maskedNo(number) }),
      app.clock.now,
    ],
  )
  const id = row?.merchant_id ?? ''
  const numbers: Numbers = { acct_no: number, acct_cert_no: '', acct_mobile: '', telephone: '' }
  const sealed = await inTenant(app.deps.db.main, tenantId, (tx) =>
    sealJson({ tx, tenantId, keys: app.deps.config.vaultKeys, now: app.clock.now }, numbers, numbersAt(id)),
  )
  await asOwner(app, 'update bank_card set sealed = $2 where merchant_id = $1', [id, sealed])
  return id
}

export type Paid = {
  orderno: string
  client: string
  merchantId: string | null
  amount: number
  feeRate: number
  isOwn: boolean
}

/** A payment that is booked now, or at another moment. */
export async function makePaid(
  app: TestApp,
  { tenantId }: Pick<Merchant, 'tenantId'>,
  merchantId: string | null,
  { amount = 1_000, feeRate = 60, at = app.clock.now, isOwn = false } = {},
): Promise<Paid> {
  const orderno = ordernoOf(at, ['funds', String((serial += 1))])
  const paid = { orderno, client: 'wechat', merchantId, amount, feeRate, isOwn }
  await ensureMonths(app.deps.db.main, [at])
  await inTenant(app.deps.db.main, tenantId, (tx) =>
    bookPayment({ tx, tenantId }, { ...paid, storeId: null, at }),
  )
  return paid
}

export const refundPaid = (
  app: TestApp,
  { tenantId }: Pick<Merchant, 'tenantId'>,
  paid: Paid,
  refund = paid.amount,
  at = app.clock.now,
): Promise<void> =>
  inTenant(app.deps.db.main, tenantId, (tx) =>
    bookRefund({ tx, tenantId }, { ...paid, storeId: null, at, refund }),
  )

export type StoredSettlement = {
  settle_id: string
  merchant_id: string
  day: string
  amount: number
  lines: number
  state: string
  why: string
  payout_no: string
  after_at: Date
  until_at: Date
  sent_at: Date | null
  next_at: Date | null
}

/** The settlements of a merchant, the oldest first. */
export const settlementsIn = (app: TestApp, { tenantId }: Pick<Merchant, 'tenantId'>) =>
  asOwner<StoredSettlement>(
    app,
    `select settle_id, merchant_id, day::text, amount, lines, state, why, payout_no, after_at, until_at, sent_at, next_at
       from settlement where tenant_id = $1 order by settle_id`,
    [tenantId],
  )

/** What the bank has paid for these numbers, by its own books. */
export const paidOut = (app: TestApp, payoutNos: readonly string[]) =>
  asOwner<{ payout_no: string; amount: number; state: string }>(
    app,
    `select payout_no, amount::int, state from sandbox_payout
      where payout_no = any($1) and state <> 'failed' order by payout_no`,
    [payoutNos],
  )

/** A payout account that was paid for yesterday's sale, and a sale that has none. For samples of calls. */
export async function makeFunds(app: TestApp, owner: Merchant) {
  const account = await makeCard(app, owner)
  const at = new Date(app.clock.now.getTime() - 86_400_000)
  await makePaid(app, owner, account, { at })
  await makePaid(app, owner, null, { at })
  const [row] = await asOwner<{ settle_id: string }>(
    app,
    `insert into settlement (tenant_id, merchant_id, day, after_at, until_at, amount, lines, state, payout_no, created_at)
     values ($1, $2, '2026-11-15', '2026-11-13T16:00Z', '2026-11-14T16:00Z', 994, 1, 'success', $3, $4)
     returning settle_id`,
    [owner.tenantId, account, `sample ${account}`, app.clock.now],
  )
  return { account, settle: row?.settle_id ?? '' }
}
