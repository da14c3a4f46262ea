/** The product dies by SIGKILL at every step of a payout and of the morning that asks for it, and the next process goes on. */

import { expect, test } from 'vitest'

import { runSteps } from '../src/kernel/outside-runs.ts'
import { settleAll } from '../src/modules/funds/index.ts'
import { askForPayouts, morningSteps } from '../src/modules/funds/morning-service.ts'
import { recountFunds } from '../src/modules/ledger/index.ts'
import type { PayoutManner } from '../src/ports/payout/sandbox.ts'
import { testApp } from './app.ts'
import { storm } from './depth.ts'
import { makeMerchant } from './factories.ts'
import { makeCard, makePaid, settlementsIn } from './fund-stand.ts'
import type { Work } from './killed-program.ts'
import { killAtAnyMoment, startChild } from './killed-stand.ts'
import { asOwner } from './owner.ts'

const app = await testApp()
const { clock } = app
const firstMoment = clock.now

type Case = { name: string; work: Work; account: string; end: object }

const paid = { states: ['success'], funds: 0, settling: 0, bank: -994, ledgerSum: 0, payouts: [994] }
const returned = {
  states: ['fail'],
  funds: -994,
  settling: 0,
  bank: 0,
  ledgerSum: 0,
  payouts: [] as number[],
}

/** A merchant that is owed 9.94 for yesterday on each of its accounts. */
async function makeOwed(accounts: number): Promise<{ tenantId: string; accounts: string[] }> {
  const owner = await makeMerchant(app)
  const made: string[] = []
  for (let i = 0; i < accounts; i += 1) {
    const account = await makeCard(app, owner)
    await makePaid(app, owner, account, { at: new Date(clock.now.getTime() - 86_400_000) })
    made.push(account)
  }
  return { tenantId: owner.tenantId, accounts: made }
}

/** A morning holds the merchant's day until the process dies, so each has its own merchant. */
async function morningCases(): Promise<Case[]> {
  const cases: Case[] = []
  for (const step of morningSteps) {
    const { tenantId, accounts } = await makeOwed(2)
    for (const account of accounts)
      cases.push({
        name: `morning: ${step}, ${account}`,
        work: { kind: 'morning', tenantId, step },
        account,
        end: paid,
      })
  }
  return cases
}

/** Payouts that were asked for, each stopped at another step. */
async function payoutCases(
  steps: readonly string[],
  manner: PayoutManner | undefined,
  end: object,
): Promise<Case[]> {
  const { tenantId } = await makeOwed(steps.length)
  await askForPayouts(app.deps, tenantId)
  return (await settlementsIn(app, { tenantId })).map(({ settle_id: id, merchant_id: account }, i) => {
    const step = steps[i] ?? ''
    const work: Work = { kind: 'payout', tenantId, id, step, ...(manner && { manner }) }
    return { name: `payout ${manner ?? 'as it should be'}: ${step}, ${account}`, work, account, end }
  })
}

/** What happened in the end to the money of each account, by our books and by those of the bank. */
async function endsOf(cases: readonly Case[]): Promise<Record<string, object>> {
  const rows = await asOwner<{ account: string }>(
    app,
    `select c.account::text, s.states, s.payouts, l.funds, l.settling, l.bank, l."ledgerSum"
       from unnest($1::bigint[]) as c (account)
       cross join lateral (
         select array_agg(s.state order by s.settle_id) as states,
                coalesce(array_agg(p.amount::int) filter (where p.state <> 'failed'), '{}') as payouts
           from settlement s left join sandbox_payout p using (payout_no) where s.merchant_id = c.account) s
       cross join lateral (
         select coalesce(sum(n.amount) filter (where n.account = 'funds'), 0)::int as funds,
                coalesce(sum(n.amount) filter (where n.account = 'settling'), 0)::int as settling,
                coalesce(sum(n.amount) filter (where n.account = 'bank'), 0)::int as bank,
                sum(n.amount)::int as "ledgerSum"
           from ledger_line n where n.merchant_id = c.account) l`,
    [cases.map(({ account }) => account)],
  )
  const ends = new Map(rows.map(({ account, ...end }) => [account, end]))
  return Object.fromEntries(cases.map(({ name, account }) => [name, ends.get(account) ?? {}]))
}

/** The bank has paid each account once at most, whatever the numbers of its payouts. */
async function expectPaidOnce(): Promise<void> {
  const twice = await asOwner(
    app,
    `select account from sandbox_payout where state <> 'failed' group by account having count(*) > 1`,
  )
  expect(twice).toEqual([])
}

/** The next process has the same morning, and may take the payouts that the last one had. */
async function startAgain(): Promise<void> {
  await settleAll(app.deps)
  clock.advance(60)
  // The queue goes by the clock of the database.
  await asOwner(app, `update graphile_worker._private_jobs set run_at = least(run_at, $1)`, [firstMoment])
  await app.work()
}

async function untilTheEnd(cases: readonly Case[]): Promise<void> {
  await expect
    .poll(async () => {
      clock.advance(30)
      return endsOf(cases)
    })
    .toEqual(Object.fromEntries(cases.map(({ name, end }) => [name, end])))
  await expectPaidOnce()
  const range = { from: '2026-11-14', to: '2026-11-15' }
  for (const tenantId of new Set(cases.map(({ work }) => work.tenantId)))
    expect(await recountFunds(app.deps, tenantId, range)).toEqual([])
}

test('killed at each step, a payout and a morning come to the same end, with one effect at the bank', async () => {
  const afterAnswer = ['answered', 'booking', 'booked']
  const cases = [
    ...(await morningCases()),
    ...(await payoutCases(runSteps, undefined, paid)),
    ...(await payoutCases(afterAnswer, 'fails', returned)),
    ...(await payoutCases(['answered', 'booked'], 'done without answer', paid)),
  ]
  // The two accounts of a morning are one work.
  const works = [...new Map(cases.map(({ work }) => [JSON.stringify(work), work])).values()]
  const { exited } = startChild(app, { works, pace: 0 })
  expect(await exited).toEqual([null, 'SIGKILL'])
  await startAgain()
  await untilTheEnd(cases)
})

test('a worker that is killed at any moment, again and again, pays nothing twice', async () => {
  const cases: Case[] = []
  for (let round = 0; round < storm({ usual: 1, deep: 12 }); round += 1) {
    const made = await payoutCases(['1', '2', '3', '4'], undefined, paid)
    cases.push(...made.map((one) => ({ ...one, name: `${round} ${one.name}` })))
    expect(await killAtAnyMoment(app, round)).toEqual([null, 'SIGKILL'])
  }
  await startAgain()
  await untilTheEnd(cases)
})
