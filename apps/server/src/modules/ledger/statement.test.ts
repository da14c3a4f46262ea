/** The statement of funds: which lines it has, how many, and what they add up to, before and after they are folded. */
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import {
  addUpStatement,
  bookPayment,
  bookPayouts,
  bookRefund,
  countStatement,
  firstFundDay,
  foldFunds,
  lineKey,
  readStatement,
  type StatementFilter,
} from './index.ts'

const app = await testApp()
/** Noon of the merchant on 15 November. */
const noon = app.clock.now
let owner: Merchant
let serial = 0

const inBooks = <T>(work: (ref: TenantRef) => Promise<T>, { tenantId } = owner): Promise<T> =>
  inTenant(app.deps.db.main, tenantId, (tx) => work({ tx, tenantId }))

const at = (day: number, clock = '04:00') => new Date(`2026-11-${String(day).padStart(2, '0')}T${clock}:00Z`)

const paymentOf = (merchantId: string, moment: Date) => ({
  orderno: `20261115040000000${String((serial += 1)).padStart(7, '0')}`,
  at: moment,
  client: 'wechat',
  merchantId,
  storeId: null,
  amount: 1_000,
  feeRate: 60,
})

beforeEach(async () => {
  app.clock.now = noon
  owner = await makeMerchant(app)
  const neighbour = await makeMerchant(app)
  await inBooks((ref) => bookPayment(ref, paymentOf('7', at(13))), neighbour)
  const first = paymentOf('7', at(12, '15:59'))
  for (const payment of [
    first,
    paymentOf('7', at(12, '16:00')),
    paymentOf('8', at(13)),
    paymentOf('7', at(14)),
  ])
    await inBooks((ref) => bookPayment(ref, payment))
  await inBooks((ref) => bookRefund(ref, { ...first, at: at(14, '05:00'), refund: 500 }))
  await inBooks((ref) =>
    bookPayouts(ref, 'asked', [{ settleId: '3', merchantId: '7', at: at(14, '06:00'), amount: 900 }]),
  )
})

const cases: [string, Omit<StatementFilter, 'utcOffsetMinutes'>, string[]][] = [
  ['all', {}, ['7 asked', '7 refund', '7 paid', '8 paid', '7 paid', '7 paid']],
  ['one payout account', { merchantId: '8' }, ['8 paid']],
  // The second payment was at midnight of the merchant.
  ['from a day on', { from: '2026-11-13' }, ['7 asked', '7 refund', '7 paid', '8 paid', '7 paid']],
  ['up to a day', { to: '2026-11-12' }, ['7 paid']],
  [
    'one day of an account',
    { merchantId: '7', from: '2026-11-14', to: '2026-11-14' },
    ['7 asked', '7 refund', '7 paid'],
  ],
  ['payouts', { kinds: ['asked', 'confirmed'] }, ['7 asked']],
  ['refunds and payouts', { kinds: ['refund', 'asked'] }, ['7 asked', '7 refund']],
  ['another merchant', { merchantId: '9' }, []],
]

test.each(cases)(
  'has the lines of %s, newest first, and counts them, folded or not',
  async (_, filter, lines) => {
    const whole = { utcOffsetMinutes: 480, ...filter }
    const read = () =>
      inBooks(async (ref) => ({
        lines: (await readStatement(ref, whole, { start: undefined, limit: 10, offset: 0 })).map(
          ({ merchant_id: account, posting }) => `${account} ${posting.split(' ')[1]}`,
        ),
        count: await countStatement(ref, whole),
      }))
    expect(await read()).toEqual({ lines, count: lines.length })
    await foldFunds(app.deps, owner.tenantId)
    expect(await read()).toEqual({ lines, count: lines.length })
  },
)

test('has each line of one moment on one page, turned in either direction', async () => {
  const moment = at(13, '05:00')
  for (const account of ['7', '8', '7', '8', '7'])
    await inBooks((ref) => bookPayment(ref, paymentOf(account, moment)))
  const whole = { utcOffsetMinutes: 480 }
  const all = await inBooks((ref) => readStatement(ref, whole, { start: undefined, limit: 20, offset: 0 }))
  expect(all).toHaveLength(11)
  for (const towards of ['older', 'newer'] as const) {
    const lines = towards === 'older' ? all : all.toReversed()
    for (const [i, line] of lines.entries()) {
      const start = { towards, position: { at: line.at, key: lineKey(line) } }
      const next = await inBooks((ref) => readStatement(ref, whole, { start, limit: 2, offset: 0 }))
      expect(next).toEqual(lines.slice(i + 1, i + 3))
    }
  }
})

test('adds up an account by ledger account and kind, within the days, folded or not', async () => {
  const sums = (from: string, to: string, kinds?: StatementFilter['kinds']) =>
    inBooks(async (ref) => {
      const filter = { utcOffsetMinutes: 480, merchantId: '7', from, to, kinds }
      const rows = await addUpStatement(ref, filter)
      return rows
        .map(({ account, kind, amount, lines }) => `${account} ${kind} ${amount} ${lines}`)
        .toSorted((a, b) => a.localeCompare(b))
    })
  const look = async () => [
    await sums('2026-11-12', '2026-11-13'),
    await sums('2026-11-14', '2026-11-14', ['refund', 'asked']),
    await inBooks((ref) => firstFundDay(ref, '8')),
  ]
  const expected = [
    ['fee paid 12 2', 'funds paid 1988 2', 'provider paid -2000 2'],
    [
      'fee refund -3 1',
      'funds asked -900 1',
      'funds refund -497 1',
      'provider refund 500 1',
      'settling asked 900 1',
    ],
  ]
  expect(await look()).toEqual([...expected, undefined])
  await foldFunds(app.deps, owner.tenantId)
  expect(await look()).toEqual([...expected, '2026-11-13'])
})
