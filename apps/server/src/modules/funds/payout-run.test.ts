import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import {
  makeCard,
  makePaid,
  paidOut,
  settlementsIn,
  type StoredSettlement,
} from '../../../test/fund-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { queued } from '../../../test/sale-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { type Reached, type RunStep, runSteps } from '../../kernel/outside-runs.ts'
import type { PayoutProvider, PayoutRequest } from '../../ports/payout/payout.ts'
import { balancesNow } from '../ledger/index.ts'
import { askForPayouts } from './morning-service.ts'
import { runPayout, sweep } from './payout-run-service.ts'
import { settleTask } from './settle-queries.ts'

const app = await testApp()
const { clock } = app
const start = clock.now
const bank = app.bank.provider
let owner: Merchant

beforeEach(async () => {
  clock.now = start
  owner = await makeMerchant(app)
})
afterEach(async () => {
  app.deps.payout = bank
  await app.bank.behave(undefined)
})

/** Counts what the bank is asked, and keeps its promises, which go on when the process that asked has died. */
function watchBank(change: Partial<PayoutProvider> = {}) {
  const asked: string[] = []
  const underway: Promise<unknown>[] = []
  const noted = <T>(what: string, answer: Promise<T>): Promise<T> => {
    asked.push(what)
    underway.push(answer.catch(() => {}))
    return answer
  }
  app.deps.payout = {
    pay: (request) => noted('pay', (change.pay ?? bank.pay)(request)),
    query: (payoutNo) => noted('query', (change.query ?? bank.query)(payoutNo)),
  }
  return { asked, settled: () => Promise.all(underway) }
}

type Asked = { tenantId: string; id: string; account: string; payoutNo: string }

/** A settlement of 9.94 that was asked for and has not been run yet. */
async function askedPayout(of: Merchant = owner): Promise<Asked> {
  const account = await makeCard(app, of)
  await makePaid(app, of, account, { at: new Date(start.getTime() - 86_400_000) })
  await asOwner(app, 'delete from settle_day where tenant_id = $1', [of.tenantId])
  await askForPayouts(app.deps, of.tenantId)
  const { settle_id: id, payout_no: payoutNo } = (await settlementsIn(app, of)).at(-1) as StoredSettlement
  return { tenantId: of.tenantId, id, account, payoutNo }
}

const run = ({ tenantId, id }: Asked, reached?: Reached): Promise<boolean> =>
  runPayout(app.deps, tenantId, id, reached)

class Killed extends Error {}

/** Runs until this step, where the process dies. */
const runUntil = (asked: Asked, end: RunStep): Promise<unknown> =>
  run(asked, (step) => {
    if (step === end) throw new Killed()
  }).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error
  })

const stored = async (asked: Asked): Promise<StoredSettlement> =>
  (await settlementsIn(app, asked)).find((one) => one.settle_id === asked.id) as StoredSettlement

/** Runs the payout each time it is due, as the queue does, until it has ended or will not end by itself. */
async function runToTheEnd(asked: Asked): Promise<void> {
  for (let times = 0; times < 8; times += 1) {
    const { next_at: next } = await stored(asked)
    if (!next) return
    clock.now = new Date(Math.max(clock.now.getTime(), next.getTime()))
    await run(asked)
  }
}

const stateOf = async (asked: Asked) => {
  const { tenantId, account, payoutNo } = asked
  const { state } = await stored(asked)
  const balances = await inTenant(app.deps.db.main, tenantId, (tx) => balancesNow({ tx, tenantId }))
  const [sum] = await asOwner<{ sum: number }>(
    app,
    'select sum(amount)::int as sum from ledger_line where tenant_id = $1',
    [tenantId],
  )
  return { state, ...balances.get(account), ledger: sum?.sum, paid: await paidOut(app, [payoutNo]) }
}

const done = (payoutNo: string) => ({
  state: 'success',
  notSettled: 0,
  settling: 0,
  settled: 994,
  ledger: 0,
  paid: [{ payout_no: payoutNo, amount: 994, state: 'success' }],
})
const back = { state: 'fail', notSettled: 994, settling: 0, settled: 0, ledger: 0, paid: [] }
const open = { state: 'settling', notSettled: 0, settling: 994, settled: 0, ledger: 0 }

const manners = [undefined, 'done without answer', 'lost', 'processing', 'fails'] as const

describe('the bank pays at most once, whenever the process dies', () => {
  for (const manner of manners)
    test(`payouts ${manner ?? 'as they should be'}`, async () => {
      for (const step of runSteps) {
        clock.now = start
        const asked = await askedPayout(manner === 'fails' ? await makeMerchant(app) : owner)
        await app.bank.behave(manner)
        const { asked: calls, settled } = watchBank()
        await runUntil(asked, step)
        await settled()
        // The bank recovers; a second process may have the same job.
        if (manner !== 'fails') await app.bank.behave(undefined)
        await Promise.all([run(asked), run(asked)])
        if (manner === 'processing') await app.bank.end(asked.payoutNo, 'success')
        await runToTheEnd(asked)
        const end = manner === 'fails' ? back : done(asked.payoutNo)
        expect(await stateOf(asked), step).toEqual(end)
        // It is asked for again only after the bank was asked whether it knows it.
        const unasked = calls.filter((call, i) => call === 'pay' && i > 0 && calls[i - 1] !== 'query')
        expect(unasked, step).toEqual([])
      }
    })

  test('booking it is one transaction: none of it stays when it fails', async () => {
    const asked = await askedPayout()
    await asOwner(app, 'alter table ledger_line rename to ledger_line_away')
    try {
      await expect(run(asked)).rejects.toThrow(/ledger_line/)
    } finally {
      await asOwner(app, 'alter table ledger_line_away rename to ledger_line')
    }
    expect(await stateOf(asked)).toMatchObject(open)
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toEqual(done(asked.payoutNo))
  })

  test('a process that is slower than its time finds the payout ended, and books nothing', async () => {
    for (const manner of [undefined, 'fails', 'processing'] as const) {
      clock.now = start
      const asked = await askedPayout(await makeMerchant(app))
      await app.bank.behave(manner)
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: answered, resolve: hasAnswer } = Promise.withResolvers<void>()
      const slow = run(asked, async (step) => {
        if (step !== 'answered') return
        hasAnswer()
        await held
      })
      await answered
      if (manner === 'processing') await app.bank.end(asked.payoutNo, 'success')
      clock.advance(60)
      await run(asked)
      const end = await stateOf(asked)
      expect(end).toEqual(manner === 'fails' ? back : done(asked.payoutNo))
      const ended = await stored(asked)
      clock.advance(60)
      letGo()
      await slow
      expect(await stateOf(asked)).toEqual(end)
      expect(await stored(asked)).toEqual(ended)
    }
  })
})

describe('a missing answer is not a refusal', () => {
  test('after an hour it is unknown, and the bank is queried for as long as it takes', async () => {
    const asked = await askedPayout()
    const silent = () => Promise.reject(new Error('time-out'))
    const { asked: calls } = watchBank({ pay: silent, query: silent })
    const seen: [number, string][] = []
    for (let times = 0; times < 9; times += 1) {
      await run(asked)
      const { state, next_at: next } = await stored(asked)
      seen.push([((next ?? start).getTime() - clock.now.getTime()) / 1_000, state])
      clock.now = next ?? clock.now
    }
    expect(seen).toEqual([
      [10, 'settling'],
      [30, 'settling'],
      [60, 'settling'],
      [300, 'settling'],
      [900, 'settling'],
      [3_600, 'settling'],
      [3_600, 'unknown'],
      [3_600, 'unknown'],
      [3_600, 'unknown'],
    ])
    // The request may have arrived, so that from then on only questions are asked until the bank answers one.
    expect(calls).toEqual(['pay', ...Array.from({ length: 8 }, () => 'query')])
    expect(await stateOf(asked)).toMatchObject({ ...open, state: 'unknown' })
    expect(await stored(asked)).toMatchObject({ why: 'noAnswer' })
    app.deps.payout = bank
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toEqual(done(asked.payoutNo))
    expect(await stored(asked)).toMatchObject({ why: '' })
  })

  test('a bank that works on it has answered, however long it takes', async () => {
    const asked = await askedPayout()
    await app.bank.behave('processing')
    const { asked: calls } = watchBank()
    await runToTheEnd(asked)
    clock.advance(86_400)
    await run(asked)
    expect(await stateOf(asked)).toMatchObject(open)
    expect(calls.filter((call) => call === 'pay')).toHaveLength(1)
    await app.bank.end(asked.payoutNo, 'failed')
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toEqual(back)
    expect(await stored(asked)).toMatchObject({ why: 'nameMismatch' })
  })

  test('a payout waits for a provider that is not configured', async () => {
    const asked = await askedPayout()
    app.deps.payout = undefined
    await run(asked)
    expect(await stateOf(asked)).toMatchObject(open)
    app.deps.payout = bank
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toEqual(done(asked.payoutNo))
  })

  test('other settlements of the merchant are neither taken nor postponed', async () => {
    const other = await askedPayout()
    const before = await stored(other)
    const asked = await askedPayout()
    clock.advance(1)
    await run(asked)
    expect(await stored(other)).toEqual(before)
    expect(await stateOf(other)).toMatchObject({ ...open, paid: [] })
  })
})

describe('a card that is no longer approved', () => {
  const reject = ({ account }: Asked) =>
    asOwner(app, `update bank_card set state = 'not_approved' where merchant_id = $1`, [account])

  test('gets nothing that was not sent before', async () => {
    const asked = await askedPayout()
    await reject(asked)
    const { asked: calls } = watchBank()
    await run(asked)
    expect(calls).toEqual([])
    expect(await stateOf(asked)).toEqual(back)
    expect(await stored(asked)).toMatchObject({ why: 'notApproved' })
  })

  test('gets no second request, and what was sent counts once the bank knows it', async () => {
    const sent = await askedPayout()
    await app.bank.behave('done without answer')
    await run(sent)
    const lost = await askedPayout(await makeMerchant(app))
    await app.bank.behave('lost')
    await run(lost)
    await app.bank.behave(undefined)
    for (const asked of [sent, lost]) await reject(asked)
    const { asked: calls } = watchBank()
    clock.advance(3_599)
    for (const asked of [sent, lost]) await run(asked)
    expect(await stateOf(sent)).toEqual(done(sent.payoutNo))
    // A request of the last hour may still arrive.
    expect(await stateOf(lost)).toMatchObject(open)
    clock.advance(3_600)
    await run(lost)
    expect(await stateOf(lost)).toEqual(back)
    expect(calls).not.toContain('pay')
  })
})

test('consoles are told when a payout is asked for, ends, or waits for the bank, and of nothing else', async () => {
  const noticesOf = async ({ tenantId }: Asked) => {
    const events = await asOwner<{ kind: string; permission: string; data: object }>(
      app,
      'select kind, permission, data from live_event where tenant_id = $1 order by event_id',
      [tenantId],
    )
    for (const event of events)
      expect(event).toEqual({ kind: 'settlements', permission: 'bank.settle', data: {} })
    return events.length
  }
  const paid = await askedPayout()
  expect(await noticesOf(paid)).toBe(1)
  await run(paid)
  expect(await noticesOf(paid)).toBe(2)

  const silent = () => Promise.reject(new Error('time-out'))
  watchBank({ pay: silent, query: silent })
  const waiting = await askedPayout(await makeMerchant(app))
  await run(waiting)
  expect(await noticesOf(waiting)).toBe(1)
  clock.advance(3_600)
  await run(waiting)
  expect(await noticesOf(waiting)).toBe(2)
  clock.advance(3_600)
  await run(waiting)
  expect(await noticesOf(waiting)).toBe(2)
  app.deps.payout = { ...bank, pay: async () => ({ state: 'failed', why: 'accountClosed' }) }
  clock.advance(3_600)
  await run(waiting)
  expect(await noticesOf(waiting)).toBe(3)
})

describe('the job of a payout', () => {
  const jobOf = async ({ tenantId, id }: Asked) =>
    (await queued(app, settleTask)).find(({ key }) => key === `${settleTask}:${tenantId}:${id}`)

  test('another process that comes too early does nothing and comes again', async () => {
    const asked = await askedPayout()
    expect((await jobOf(asked))?.run_at).toEqual(start)
    const { asked: calls } = watchBank()
    await runUntil(asked, 'taken')
    await run(asked)
    expect(calls).toEqual([])
    expect((await jobOf(asked))?.run_at).toEqual(new Date(start.getTime() + 60_000))
  })

  test('a lost job is found, and one that waits for its time is left alone', async () => {
    const asked = await askedPayout()
    const later = await askedPayout()
    await runUntil(later, 'taken')
    await asOwner(app, 'delete from graphile_worker._private_jobs')
    clock.advance(299)
    await sweep(app.deps, asked.tenantId, clock.now)
    expect(await jobOf(asked)).toBeUndefined()
    clock.advance(2)
    await sweep(app.deps, asked.tenantId, clock.now)
    expect(await jobOf(asked)).toBeDefined()
    expect(await jobOf(later)).toBeUndefined()
    clock.advance(60)
    await sweep(app.deps, asked.tenantId, clock.now)
    expect(await jobOf(later)).toBeDefined()
  })

  test('of a settlement that has ended does nothing', async () => {
    const asked = await askedPayout()
    await run(asked)
    const { asked: calls } = watchBank()
    clock.advance(120)
    await run(asked)
    await run({ ...asked, id: '999999' })
    await sweep(app.deps, asked.tenantId, new Date(clock.now.getTime() + 86_400_000))
    expect(calls).toEqual([])
    expect(await stateOf(asked)).toEqual(done(asked.payoutNo))
  })
})

test('the bank gets the clear number of the card, which is stored nowhere else', async () => {
  const requests: PayoutRequest[] = []
  watchBank({
    pay: (request) => {
      requests.push(request)
      return bank.pay(request)
    },
  })
  await run(await askedPayout())
  const [{ account } = { account: undefined }] = requests
  expect(account).toMatchObject({ name: 'Zhang San', number: expect.stringMatching(/^6222\d{15}$/) })
  const [row] = await asOwner<{ dump: string }>(
    app,
    'select (select json_agg(c) from bank_card c)::text || (select json_agg(p) from sandbox_payout p)::text as dump',
  )
  expect(row?.dump).not.toContain(account?.number)
})
