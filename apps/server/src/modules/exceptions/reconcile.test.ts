import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { casesNow, inShort, listCases, listRuns } from '../../../test/case-stand.ts'
import { makeMerchant, type Merchant, signIn } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { makeSelling, makeOrder } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import type { Manners } from '../../ports/payments/sandbox.ts'
import { merchantOrderOf } from '../payments/index.ts'
import { compare } from './compare-service.ts'
import { reconcileDue } from './reconcile-service.ts'

const app = await testApp()
const at = (text: string): Date => new Date(`${text}+08:00`)
const noon = at('2026-11-15T12:00:00')
const nextMorning = at('2026-11-16T01:30:00')
const day = '2026-11-15'

let owner: Merchant
let machine: BoundMachine
const neighbour = await makeMerchant(app)
const theirs = await makeBoundMachine(app, neighbour)

beforeEach(async () => {
  app.clock.now = noon
  await asOwner(app, 'delete from sandbox_payment')
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
})

/** A delivered sale that the provider's statement tells as it is told to. */
async function sell(manners: Manners = {}, of = machine): Promise<string> {
  const { orderno } = await makeSale(app, of, { goods: [{ delivered: 1 }], create_at: app.clock.now })
  await app.sandbox.behave(manners, merchantOrderOf(of.tenantId, orderno))
  return orderno
}

/** The job of the next morning. */
async function reconcileAt(moment: Date): Promise<void> {
  app.clock.now = moment
  await reconcileDue(app.deps)
  owner = { ...owner, ...(await signIn(app, owner.username)) }
}

describe('the statement of a day', () => {
  test('that agrees with our books is a run without cases', async () => {
    await sell()
    await sell({ statement: 'doubled' })
    await sell({}, theirs)
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toEqual([])
    expect(await listRuns(app, owner)).toEqual([
      {
        day,
        client: 'wechat',
        account: null,
        state: 'same',
        source: 'provider',
        lines: 2,
        matched: 2,
        differing: 0,
        ours: { paid: 700, refunded: 0 },
        theirs: { paid: 700, refunded: 0 },
        currency: 'CNY',
        ended_at: nextMorning.toISOString(),
      },
    ])
  })

  test('that lacks a payment, names another amount, or has one more is a case each', async () => {
    await sell()
    const lacking = await sell({ statement: 'missing' })
    const other = await sell({ statementAmount: 300 })
    const seller = await makeSelling(app, owner)
    const pending = await makeOrder(app, seller)
    await app.sandbox.behave({ statement: 'extra' }, pending.merchant_order)
    await reconcileAt(nextMorning)
    const found = await listCases(app, owner)
    expect(found.map(inShort).toSorted()).toEqual(
      [
        `books_differ missing_there ${lacking} 350`,
        `books_differ amount_differs ${other} 50`,
        `books_differ missing_here ${pending.orderno} 350`,
      ].toSorted(),
    )
    expect(found.find((one) => one.orderno === other)).toMatchObject({
      action: 'ask_for_statement',
      ours: { paid: 350, refunded: 0 },
      theirs: { paid: 300, refunded: 0 },
    })
    expect(await listRuns(app, owner)).toMatchObject([{ lines: 3, matched: 1, differing: 3 }])
    expect(await listCases(app, neighbour)).toEqual([])
    // Another run, and the search for other cases, change nothing.
    await asOwner(app, 'delete from statement_run where tenant_id = $1', [owner.tenantId])
    await reconcileDue(app.deps)
    expect((await casesNow(app, owner)).map((one) => one.case)).toEqual(found.map((one) => one.case))
  })

  test('of the platform holds nothing that was paid into an account of a merchant or an agent', async () => {
    await sell()
    const own = await sell({ statement: 'missing' })
    await asOwner(app, 'update pay_order set agent_account_id = 1 where orderno = $1', [own])
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toEqual([])
    expect(await listRuns(app, owner)).toMatchObject([{ lines: 1, matched: 1, ours: { paid: 350 } }])
  })

  test('that has an order which was never made belongs to the merchant whose number it has', async () => {
    await sell()
    const number = merchantOrderOf(owner.tenantId, ordernoOf(noon, ['never']))
    const { wechat } = app.deps.payments
    await wechat?.createQr({
      merchantOrder: number,
      amount: 990,
      currency: 'CNY',
      subject: '',
      expiresAt: noon,
    })
    await app.sandbox.pay(number)
    await app.sandbox.settled()
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toMatchObject([
      {
        reason: 'missing_here',
        orderno: null,
        merchant_order: number,
        amount: 990,
        action: 'ask_for_payment',
        sn: null,
      },
    ])
  })

  test('a refund that only one side has is a case', async () => {
    const [here, there] = [await sell(), await sell()]
    const number = merchantOrderOf(owner.tenantId, there)
    const refund = {
      merchantOrder: number,
      amount: 350,
      currency: 'CNY',
      refundNo: `${number}R1`,
      refund: 350,
    } as const
    await app.deps.payments.wechat?.refund(refund)
    await asOwner(
      app,
      `insert into bill_refund (tenant_id, orderno, bill_at, kind, state, client, amount, part, remarks, refund_no, username,
                                asked_at, done_at)
       values ($1, $2, $3, 'manual', 'refunded', 'wechat', 100, true, '', 'x', '', $3, $3)`,
      [owner.tenantId, here, noon],
    )
    await reconcileAt(nextMorning)
    expect((await listCases(app, owner)).map(inShort).toSorted()).toEqual(
      [`books_differ refund_differs ${here} 100`, `books_differ refund_differs ${there} 350`].toSorted(),
    )
    expect(await listRuns(app, owner)).toMatchObject([
      { ours: { paid: 700, refunded: 100 }, theirs: { paid: 700, refunded: 350 } },
    ])
  })
})

describe('a refund that takes days', () => {
  const refunded = (orderno: string, state: 'refunding' | 'refunded', asked: Date, done: Date | null) =>
    asOwner(
      app,
      `insert into bill_refund (tenant_id, orderno, bill_at, kind, state, client, amount, part, remarks, refund_no, username,
                                asked_at, sent_at, done_at)
       values ($1, $2, $3, 'manual', $4, 'wechat', 350, false, '', 'x', '', $5, $5, $6)`,
      [owner.tenantId, orderno, noon, state, asked, done],
    )
  const atProvider = async (orderno: string, at: Date): Promise<void> => {
    const number = merchantOrderOf(owner.tenantId, orderno)
    await app.deps.payments.wechat?.refund({
      merchantOrder: number,
      amount: 350,
      currency: 'CNY',
      refundNo: `${number}R1`,
      refund: 350,
    })
    await asOwner(app, 'update sandbox_refund set created_at = $2 where merchant_order = $1', [number, at])
  }

  test('is compared with the day on which it was done', async () => {
    const orderno = await sell()
    const done = at('2026-11-17T12:00:00')
    await refunded(orderno, 'refunded', noon, done)
    await atProvider(orderno, done)
    for (const morning of ['2026-11-16T01:30:00', '2026-11-17T01:30:00']) await reconcileAt(at(morning))
    expect(await listCases(app, owner)).toEqual([])
    app.clock.now = done
    await sell()
    await reconcileAt(at('2026-11-18T01:30:00'))
    expect(await listCases(app, owner)).toEqual([])
    expect(
      (await listRuns(app, owner)).map((run) => [run.day, run.ours.refunded, run.theirs?.refunded]),
    ).toEqual([
      ['2026-11-17', 350, 350],
      ['2026-11-16', 0, 0],
      ['2026-11-15', 0, 0],
    ])
  })

  test('that no statement has is a case when the days from its asking to its end are known', async () => {
    const orderno = await sell()
    await refunded(orderno, 'refunded', noon, at('2026-11-16T12:00:00'))
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toEqual([])
    app.clock.now = at('2026-11-16T12:00:00')
    await sell()
    await reconcileAt(at('2026-11-17T01:30:00'))
    expect((await listCases(app, owner)).map(inShort)).toEqual([`books_differ refund_differs ${orderno} 350`])
  })

  test('is compared on days without a sale, too', async () => {
    const orderno = await sell()
    await refunded(orderno, 'refunded', noon, at('2026-11-18T12:00:00'))
    for (const day of [16, 17, 18, 19]) {
      expect(await listCases(app, owner)).toEqual([])
      await reconcileAt(at(`2026-11-${day}T01:30:00`))
    }
    expect((await listCases(app, owner)).map(inShort)).toEqual([`books_differ refund_differs ${orderno} 350`])
  })

  test('is judged again when the statement of a day before its end comes last', async () => {
    const orderno = await sell()
    await refunded(orderno, 'refunded', at('2026-11-16T12:00:00'), at('2026-11-17T12:00:00'))
    await reconcileAt(nextMorning)
    const read = (onDay: string) =>
      compare(app.deps, owner.tenantId, {
        client: 'wechat',
        accountKey: '0',
        day: onDay,
        source: 'file',
        readAt: new Date(0),
      })
    await read('2026-11-17')
    expect(await listCases(app, owner)).toEqual([])
    await read('2026-11-16')
    expect((await listCases(app, owner)).map(inShort)).toEqual([`books_differ refund_differs ${orderno} 350`])
  })

  test('keeps the case of its books open until it has ended', async () => {
    const [orderno, other] = [await sell(), await sell()]
    for (const one of [orderno, other]) await atProvider(one, noon)
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toHaveLength(2)
    await refunded(orderno, 'refunding', app.clock.now, null)
    expect(await casesNow(app, owner)).toHaveLength(2)
    await asOwner(app, `update bill_refund set state = 'refunded', done_at = $2 where orderno = $1`, [
      orderno,
      app.clock.now,
    ])
    expect((await casesNow(app, owner)).map(inShort)).toEqual([`books_differ refund_differs ${other} 350`])
  })
})

test('cases of differing books are closed in portions, however many there are', async () => {
  const orderno = await sell({ statement: 'missing' })
  await reconcileAt(nextMorning)
  await asOwner(
    app,
    `insert into exception_case (tenant_id, kind, reason, subject, merchant_order, client, amount, their_paid, their_refunded,
                                 since, found_at)
     select $1, 'books_differ', 'missing_here', 'x' || n, 'x' || n, 'wechat', 350, 350,
            case when n % 2 = 0 then 350 else 0 end, $2, $2 from generate_series(1, 1200) n`,
    [owner.tenantId, noon],
  )
  const { closeSettledBooks } = await import('./books-service.ts')
  const open = async () =>
    Number(
      (
        await asOwner<{ n: string }>(
          app,
          'select count(*) as n from exception_case where tenant_id = $1 and closed_at is null',
          [owner.tenantId],
        )
      )[0]?.n,
    )
  await closeSettledBooks(app.deps, owner.tenantId, { portionsMost: 2 })
  expect(await open()).toBe(701)
  await closeSettledBooks(app.deps, owner.tenantId)
  expect(await open()).toBe(601)
  expect((await listCases(app, owner, { kind: 'books_differ' })).length).toBe(100)
  expect(orderno).not.toBe('')
})

describe('near midnight', () => {
  test('a payment that the provider counts to the next day is no case, before and after its statement', async () => {
    await sell()
    app.clock.now = at('2026-11-15T23:59:59')
    const orderno = await sell()
    await asOwner(app, 'update sandbox_payment set paid_at = $2 where merchant_order = $1', [
      merchantOrderOf(owner.tenantId, orderno),
      at('2026-11-16T00:00:01'),
    ])
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toEqual([])
    expect(await listRuns(app, owner)).toMatchObject([
      { lines: 1, ours: { paid: 700 }, theirs: { paid: 350 } },
    ])
    await reconcileAt(at('2026-11-17T01:30:00'))
    expect(await listCases(app, owner)).toEqual([])
    expect(await listRuns(app, owner)).toMatchObject([
      { day: '2026-11-16', lines: 1, matched: 1, differing: 0 },
      { day },
    ])
  })

  test('a payment that no statement has is a case as soon as both days are known', async () => {
    await sell()
    app.clock.now = at('2026-11-15T23:30:00')
    const orderno = await sell({ statement: 'missing' })
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toEqual([])
    app.clock.now = at('2026-11-16T12:00:00')
    await reconcileAt(at('2026-11-17T01:30:00'))
    expect((await listCases(app, owner)).map(inShort)).toEqual([`books_differ missing_there ${orderno} 350`])
  })
})

describe('a case of differing books', () => {
  test('closes when a later statement has the payment', async () => {
    const orderno = await sell({ statement: 'missing' })
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toHaveLength(1)
    await app.sandbox.behave({}, merchantOrderOf(owner.tenantId, orderno))
    await asOwner(app, 'delete from statement_run where tenant_id = $1', [owner.tenantId])
    await reconcileDue(app.deps)
    expect(await listCases(app, owner)).toEqual([])
    expect(await listCases(app, owner, { state: 'closed' })).toMatchObject([{ orderno }])
  })

  test('closes when we book the payment after all, also when the lines are swept', async () => {
    await sell()
    const seller = await makeSelling(app, owner)
    const { merchant_order: number } = await makeOrder(app, seller)
    await app.sandbox.behave({ statement: 'extra' }, number)
    await reconcileAt(nextMorning)
    await asOwner(app, 'delete from statement_line where tenant_id = $1', [owner.tenantId])
    expect(await casesNow(app, owner)).toHaveLength(1)
    await asOwner(app, `update pay_order set state = 'paid', paid_at = $2 where merchant_order = $1`, [
      number,
      noon,
    ])
    expect(await casesNow(app, owner)).toEqual([])
  })
})

describe('the daily job', () => {
  test('waits an hour after midnight, compares a day once, and makes up for missed ones', async () => {
    await sell()
    await reconcileAt(at('2026-11-16T00:59:59'))
    expect((await listRuns(app, owner)).map((run) => run.day)).not.toContain(day)
    await reconcileAt(at('2026-11-16T01:00:00'))
    await reconcileAt(at('2026-11-16T05:00:00'))
    expect((await listRuns(app, owner))[0]).toMatchObject({
      day,
      ended_at: at('2026-11-16T01:00:00').toISOString(),
    })
    app.clock.now = at('2026-11-16T12:00:00')
    await sell()
    await reconcileAt(at('2026-11-19T03:00:00'))
    const days = (await listRuns(app, owner)).map((run) => run.day)
    expect(days.slice(0, 3)).toEqual(['2026-11-17', '2026-11-16', day])
  })

  test('begins again with a merchant whose comparison was cut, and survives a provider that fails', async () => {
    await sell()
    const { payments } = app.deps
    const wechat = payments.wechat
    if (!wechat) throw new Error('no provider')
    const statement = async function* () {
      yield []
      throw new Error('cut')
    }
    app.deps.payments = { ...payments, wechat: { ...wechat, statement } }
    await reconcileAt(nextMorning)
    expect(await listRuns(app, owner)).toMatchObject([{ state: 'missing' }])
    app.deps.payments = payments
    await reconcileAt(nextMorning)
    expect(await listRuns(app, owner)).toMatchObject([{ state: 'same', lines: 1 }])
  })
})
