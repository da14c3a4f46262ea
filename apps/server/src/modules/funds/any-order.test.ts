/** Random sequences of sales, refunds, mornings, payouts that fail or die, assignments and folding. */
import { addDays, dayOf, startOfDay } from '@slotwise/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { makeCard, makePaid, type Paid, refundPaid, settlementsIn } from '../../../test/fund-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { runSteps } from '../../kernel/outside-runs.ts'
import { assignFunds, type Balance, balancesNow, foldFunds, ownReceived } from '../ledger/index.ts'
import { feeOf } from '../ledger/ledger-service.ts'
import { askForPayouts } from './morning-service.ts'
import { runPayout } from './payout-run-service.ts'

const app = await testApp()
const { clock } = app
const offset = 480
const first = new Date('2026-11-10T04:00:00.000Z')
let owner: Merchant
/** Money without an account, and two accounts. */
const accounts: [string, string, string] = ['0', '', '']

/** One connection for hundreds of runs. */
const direct = new pg.Client({ connectionString: app.deps.db.url })
await direct.connect()
afterAll(() => direct.end())

beforeAll(async () => {
  owner = await makeMerchant(app)
  accounts[1] = await makeCard(app, owner)
  accounts[2] = await makeCard(app, owner)
})

const tables = [
  'ledger_line',
  'fund_day',
  'fund_sum',
  'fund_folded',
  'settlement',
  'settle_day',
  'sandbox_payout',
]
async function clear(): Promise<void> {
  await Promise.allSettled(underWay)
  await direct.query(tables.map((table) => `delete from ${table}`).join('; '))
}

/** What the bank is still doing: it goes on when the process that asked it dies. */
const underWay = new Set<Promise<unknown>>()
const bank = app.bank.provider
app.deps.payout = {
  query: (payoutNo) => bank.query(payoutNo),
  pay(request) {
    const paying = bank.pay(request)
    underWay.add(paying)
    const over = () => void underWay.delete(paying)
    paying.then(over, over)
    return paying
  },
}

const manners = [undefined, undefined, 'fails', 'done without answer', 'lost', 'processing'] as const
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      to: fc.nat(2),
      amount: fc.integer({ min: 1, max: 100_000 }),
      feeRate: fc.constantFrom(0, 60, 100, 10_000),
      isOwn: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      of: fc.nat(20),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('morning' as const),
      manner: fc.constantFrom(...manners),
      dies: fc.constantFrom(undefined, ...runSteps),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('assign' as const), to: fc.constantFrom(1, 2) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What each account should have, by plain arithmetic. */
class Books {
  /** What own accounts have received. */
  received = 0
  private readonly moves: { at: Date; account: string; amount: number }[] = []
  private readonly ends = new Map<string, { account: string; amount: number; state: string }>()

  move(account: string, amount: number): void {
    this.moves.push({ at: clock.now, account, amount })
  }
  funds(account: string, before = new Date(8.64e15)): number {
    return this.moves.reduce(
      (sum, one) => sum + (one.account === account && one.at < before ? one.amount : 0),
      0,
    )
  }
  settle(id: string, account: string, amount: number, state: string): void {
    const known = this.ends.get(id)
    if (!known) this.move(account, -amount)
    if (state === 'fail' && known?.state !== 'fail') this.move(account, amount)
    this.ends.set(id, { account, amount, state })
  }
  balance(account: string): Balance {
    const sum = (...states: string[]): number =>
      [...this.ends.values()].reduce(
        (total, one) => total + (one.account === account && states.includes(one.state) ? one.amount : 0),
        0,
      )
    return {
      notSettled: this.funds(account),
      settling: sum('settling', 'unknown'),
      settled: sum('success'),
    }
  }
}

class Killed extends Error {}

async function takeSteps(steps: readonly Step[]): Promise<Books> {
  const books = new Books()
  const paid: (Paid & { refunded?: boolean })[] = []
  const { tenantId } = owner

  async function morning(manner: (typeof manners)[number], dies: (typeof runSteps)[number] | undefined) {
    const day = addDays(dayOf(clock.now, offset), 1)
    clock.now = new Date(startOfDay(day, offset).getTime() + 6 * 3_600_000)
    const known = new Set((await settlementsIn(app, owner)).map((one) => one.settle_id))
    const due = accounts.slice(1).map((account) => ({
      account,
      amount: Math.max(0, Math.min(books.funds(account, startOfDay(day, offset)), books.funds(account))),
    }))
    await askForPayouts(app.deps, tenantId)
    const asked = (await settlementsIn(app, owner)).filter((one) => !known.has(one.settle_id))
    expect(
      asked.map(({ merchant_id: account, amount }) => ({ account, amount })),
      'what is asked for',
    ).toEqual(due.filter(({ amount }) => amount > 0))
    for (const { settle_id: id, merchant_id: account, amount } of asked)
      books.settle(id, account, amount, 'settling')
    await app.bank.behave(manner)
    clock.now = new Date(clock.now.getTime() + 60_000)
    for (const { settle_id: id, merchant_id: account, amount, state } of await settlementsIn(app, owner)) {
      if (state === 'success' || state === 'fail') continue
      await runPayout(app.deps, tenantId, id, (reached) => {
        if (reached === dies) throw new Killed()
      }).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      const now = (await settlementsIn(app, owner)).find((one) => one.settle_id === id)
      books.settle(id, account, amount, now?.state ?? '')
    }
  }

  for (const one of steps) {
    clock.now = new Date(clock.now.getTime() + 1)
    if (one.kind === 'pay') {
      const account = accounts[one.to] ?? '0'
      const { amount, feeRate, isOwn } = one
      paid.push(await makePaid(app, owner, account === '0' ? null : account, { amount, feeRate, isOwn }))
      // What an own account receives is in no funds.
      if (isOwn) books.received += amount
      else books.move(account, amount - feeOf(amount, feeRate))
    } else if (one.kind === 'refund') {
      const sale = paid[one.of % paid.length]
      if (!sale || sale.refunded) continue
      sale.refunded = true
      const refund = Math.max(1, Math.round(sale.amount * one.share))
      await refundPaid(app, owner, sale, refund)
      if (sale.isOwn) {
        books.received -= refund
        continue
      }
      const back = feeOf(sale.amount, sale.feeRate) - feeOf(sale.amount - refund, sale.feeRate)
      books.move(sale.merchantId ?? '0', back - refund)
    } else if (one.kind === 'assign') {
      const account = accounts[one.to] ?? ''
      const at = clock.now
      const given = await inTenant(app.deps.db.main, tenantId, (tx) =>
        assignFunds({ tx, tenantId }, { merchantId: account, at }),
      )
      expect(given, 'what is assigned').toBe(books.funds('0'))
      books.move('0', -given)
      books.move(account, given)
    } else if (one.kind === 'morning') await morning(one.manner, one.dies)
    else if (one.kind === 'fold') await foldFunds(app.deps, tenantId)
    else clock.now = new Date(clock.now.getTime() + one.hours * 3_600_000)
  }
  return books
}

/** Twenty thousand sequences take longer than a test may otherwise. */
const timeout = storm({ usual: 300_000, deep: 3_600_000 })

test(
  'every posting and the ledger stay at zero, and the sums equal a recount, whatever happens in which order',
  { timeout },
  async () => {
    const { tenantId } = owner
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await clear()
        clock.now = first
        await app.bank.behave(undefined)
        const books = await takeSteps(steps)
        const { rows: crooked } = await direct.query(
          'select posting from ledger_line group by at, posting having sum(amount) <> 0',
        )
        expect(crooked).toEqual([])
        const balances = await inTenant(app.deps.db.main, tenantId, (tx) => balancesNow({ tx, tenantId }))
        for (const account of accounts)
          expect(balances.get(account) ?? { notSettled: 0, settling: 0, settled: 0 }).toEqual(
            books.balance(account),
          )
        const own = () => inTenant(app.deps.db.main, tenantId, (tx) => ownReceived({ tx, tenantId }))
        expect(await own()).toBe(books.received)
        // Folded or not, the lines themselves say the same.
        const { rows } = await direct.query<{
          merchant_id: string
          funds: number
          settling: number
          bank: number
        }>(
          `select merchant_id, -coalesce(sum(amount) filter (where account = 'funds'), 0)::int as funds,
                -coalesce(sum(amount) filter (where account = 'settling'), 0)::int as settling,
                -coalesce(sum(amount) filter (where account = 'bank'), 0)::int as bank from ledger_line group by 1`,
        )
        for (const { merchant_id: account, funds, settling, bank } of rows)
          expect(balances.get(account) ?? { notSettled: 0, settling: 0, settled: 0 }).toEqual({
            notSettled: funds,
            settling,
            settled: bank,
          })
        // The bank has paid what our books say, once, and knows of nothing else.
        const { rows: unpaid } = await direct.query(
          `select payout_no from settlement s full join sandbox_payout p using (payout_no)
          where s.settle_id is null or p.amount <> s.amount
             or s.state = 'success' and p.state is distinct from 'success'
             or s.state = 'fail' and p.state is distinct from 'failed'`,
        )
        expect(unpaid).toEqual([])
        clock.now = new Date(clock.now.getTime() + 3_600_000)
        await foldFunds(app.deps, tenantId)
        const folded = await inTenant(app.deps.db.main, tenantId, (tx) => balancesNow({ tx, tenantId }))
        expect(folded).toEqual(balances)
        expect(await own()).toBe(books.received)
        const { rows: differing } = await direct.query(
          `select merchant_id, account from (
           select merchant_id, account, amount from ledger_line union all
           select merchant_id, account, -amount from fund_day union all
           select merchant_id, account, amount from fund_sum union all
           select merchant_id, account, -amount from fund_day) m group by 1, 2 having sum(amount) <> 0`,
        )
        expect(differing).toEqual([])
      }),
      { numRuns: storm({ usual: 500, deep: 20_000 }) },
    )
  },
)
