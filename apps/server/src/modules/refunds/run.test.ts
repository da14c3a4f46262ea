import { billCalls, type OnlineClient } from '@slotwise/contract'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant, signIn, unlock } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf, givenBack, makeSale, payStateOf, queued, refundsIn } from '../../../test/sale-stand.ts'
import { type Reached, type RunStep, runSteps } from '../../kernel/outside-runs.ts'
import type { PaymentProvider } from '../../ports/payments/payments.ts'
import { merchantOrderOf } from '../payments/index.ts'
import { refundTask } from './refund-queries.ts'
import { sweep } from './index.ts'
import { runRefund } from './run-service.ts'

const app = await testApp()
const { clock } = app
const start = clock.now
const { payments } = app.deps
let merchants: Record<OnlineClient, { owner: Merchant; machine: BoundMachine; sign: string }>

async function makeSeller(country: 'CN' | 'MY') {
  const owner = await makeMerchant(app, { country })
  return { owner, machine: await makeBoundMachine(app, owner), sign: await unlock(app, owner) }
}

beforeAll(async () => {
  const chinese = await makeSeller('CN')
  merchants = { wechat: chinese, alipay: chinese, gkash: await makeSeller('MY') }
})
beforeEach(() => {
  clock.now = start
})
afterEach(() => {
  app.deps.payments = payments
})

/** Counts what the provider is asked, and keeps its promises, which go on when the process that asked has died. */
function watchProvider(client: OnlineClient, change: Partial<PaymentProvider> = {}) {
  const provider = payments[client]
  if (!provider) throw new Error('no provider')
  const asked: string[] = []
  const underway: Promise<unknown>[] = []
  const noted = <T>(what: string, answer: Promise<T>): Promise<T> => {
    asked.push(what)
    underway.push(answer.catch(() => {}))
    return answer
  }
  const watched: PaymentProvider = {
    ...provider,
    refund: (request) => noted('refund', (change.refund ?? provider.refund)(request)),
    queryRefund: (request) => noted('query', (change.queryRefund ?? provider.queryRefund)(request)),
  }
  app.deps.payments = { ...payments, [client]: watched }
  return { asked, settled: () => Promise.all(underway) }
}

type Asked = { orderno: string; id: string; tenantId: string; merchantOrder: string }

/** A sale whose refund was accepted and has not been run yet. */
async function askedRefund(client: OnlineClient, status: 0 | 1 = 0): Promise<Asked> {
  const { owner, machine, sign } = merchants[client]
  const { orderno } = await makeSale(app, machine, { client, status })
  const input = { orderno, part_refund: false, remarks: '', sign }
  const { body } = await app.call(billCalls.refund, input, { as: owner })
  if (body.rcode !== 0) throw new Error(body.msg)
  const [refund] = await refundsIn(app, orderno)
  const { tenantId } = owner
  return { orderno, id: refund?.refund_id ?? '', tenantId, merchantOrder: merchantOrderOf(tenantId, orderno) }
}

const run = ({ tenantId, id }: Asked, reached?: Reached): Promise<boolean> =>
  runRefund(app.deps, tenantId, id, reached)

class Killed extends Error {}

/** Runs until this step, where the process dies. */
const runUntil = (asked: Asked, end: RunStep): Promise<unknown> =>
  run(asked, (step) => {
    if (step === end) throw new Killed()
  }).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error
  })

/** Runs the refund each time it is due, as the queue does, until it has ended or will not end by itself. */
async function runToTheEnd(asked: Asked): Promise<void> {
  for (let times = 0; times < 8; times += 1) {
    const [refund] = await refundsIn(app, asked.orderno)
    if (!refund?.next_at) return
    clock.now = new Date(Math.max(clock.now.getTime(), refund.next_at.getTime()))
    await run(asked)
  }
}

const stateOf = async ({ orderno, tenantId }: Asked) => {
  const { status, refunded } = await billOf(app, tenantId, orderno)
  const [refund] = await refundsIn(app, orderno)
  const sums = await asOwner<{ sum: number }>(
    app,
    `select sum(amount)::int as sum from ledger_line where orderno = $1 and account = 'provider'`,
    [orderno],
  )
  return {
    status,
    refunded,
    refund: refund?.state,
    payment: await payStateOf(app, orderno),
    owed: sums[0]?.sum,
    ...(await givenBack(app, tenantId, orderno)),
  }
}

const done = {
  status: 9,
  refunded: 350,
  refund: 'refunded',
  payment: 'refunded',
  owed: 0,
  count: 1,
  amount: 350,
}
const open = {
  status: 5,
  refunded: 0,
  refund: 'refunding',
  payment: 'paid',
  owed: 350,
}

const manners = [undefined, 'done without answer', 'lost', 'processing', 'rejected'] as const

test('a refund waits while its account at the provider is silent, and is asked for once then', async () => {
  const { orderno, id, tenantId } = await askedRefund('alipay')
  const until = new Date(start.getTime() + 30_000)
  await asOwner(
    app,
    'insert into provider_silence (account, calls, since, shut_until) values ($1, 5, $2, $3)',
    ['alipay:refund', start, until],
  )
  onTestFinished(async () => void (await asOwner(app, 'delete from provider_silence')))
  const { asked } = watchProvider('alipay')
  await runRefund(app.deps, tenantId, id)
  expect(asked).toEqual([])
  expect(await refundsIn(app, orderno)).toMatchObject([{ state: 'refunding', sent_at: null, next_at: until }])
  expect(await queued(app, refundTask)).toContainEqual(
    expect.objectContaining({ key: expect.stringContaining(id), run_at: until }),
  )
  clock.now = until
  await runRefund(app.deps, tenantId, id)
  expect(asked).toEqual(['refund'])
  expect(await givenBack(app, tenantId, orderno)).toEqual({ count: 1, amount: 350 })
})

test('a refund does not wait while the provider is silent to orders', async () => {
  const { id, tenantId } = await askedRefund('alipay')
  await asOwner(
    app,
    `insert into provider_silence (account, calls, since, shut_until)
     select unnest('{alipay:open,alipay:follow}'::text[]), 5, $1, $2`,
    [start, new Date(start.getTime() + 30_000)],
  )
  onTestFinished(async () => void (await asOwner(app, 'delete from provider_silence')))
  const { asked } = watchProvider('alipay')
  await runRefund(app.deps, tenantId, id)
  expect(asked).toEqual(['refund'])
})

describe('at most one effect at the provider, whenever the process dies', () => {
  for (const client of ['wechat', 'gkash'] as const)
    for (const manner of manners)
      test(`${client}, refunds ${manner ?? 'as they should be'}`, async () => {
        for (const step of runSteps) {
          clock.now = start
          const asked = await askedRefund(client)
          if (manner) await app.sandbox.behave({ refund: manner }, asked.merchantOrder)
          const { asked: calls, settled } = watchProvider(client)
          await runUntil(asked, step)
          await settled()
          expect((await givenBack(app, asked.tenantId, asked.orderno)).count).toBeLessThan(2)
          // The provider recovers; a second process may have the same job.
          if (manner !== 'rejected') await app.sandbox.behave({}, asked.merchantOrder)
          await Promise.all([run(asked), run(asked)])
          await runToTheEnd(asked)
          const end = await stateOf(asked)
          const requests = calls.filter((call) => call === 'refund').length
          if (client === 'gkash') expect(requests).toBeLessThan(2)
          expect(end.count).toBeLessThan(2)
          // What our books say is what the provider has done.
          if (end.refund === 'refunded') expect(end).toEqual(done)
          else if (end.refund === 'failed') expect(end).toMatchObject({ status: 0, refunded: 0, count: 0 })
          else expect(end).toMatchObject(open)
        }
      })

  test('a refund is done in the end, unless the provider was never asked or has never heard of it', async () => {
    for (const step of runSteps) {
      clock.now = start
      const asked = await askedRefund('wechat')
      const { settled } = watchProvider('wechat')
      await runUntil(asked, step)
      await settled()
      await runToTheEnd(asked)
      expect(await stateOf(asked)).toEqual(done)
    }
  })

  test('booking it is one transaction: none of it stays when it fails', async () => {
    const asked = await askedRefund('wechat')
    await asOwner(app, `alter table ledger_line rename to ledger_line_away`)
    try {
      await expect(run(asked)).rejects.toThrow(/ledger_line/)
    } finally {
      await asOwner(app, `alter table ledger_line_away rename to ledger_line`)
    }
    expect(await stateOf(asked)).toMatchObject({ ...open, count: 1 })
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toEqual(done)
  })
})

describe('a missing answer is not a refusal', () => {
  test('a time-out leaves the bill as it is, and the provider is queried after growing pauses', async () => {
    const asked = await askedRefund('wechat')
    const { asked: calls } = watchProvider('wechat', {
      refund: () => Promise.reject(new Error('time-out')),
      queryRefund: () => Promise.reject(new Error('time-out')),
    })
    const pauses: number[] = []
    for (let times = 0; times < 8; times += 1) {
      await run(asked)
      expect(await stateOf(asked)).toMatchObject(open)
      const [refund] = await refundsIn(app, asked.orderno)
      pauses.push((refund?.next_at?.getTime() ?? 0) - clock.now.getTime())
      clock.now = refund?.next_at ?? clock.now
    }
    expect(pauses.map((ms) => ms / 1_000)).toEqual([10, 30, 60, 300, 900, 3_600, 3_600, 3_600])
    // The request may have arrived, so that from then on only questions are asked until the provider answers one.
    expect(calls).toEqual(['refund', ...Array.from({ length: 7 }, () => 'query')])
    app.deps.payments = payments
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toEqual(done)
  })

  test('a provider that works on it is queried until it is done', async () => {
    const asked = await askedRefund('wechat')
    await app.sandbox.behave({ refund: 'processing' }, asked.merchantOrder)
    const { asked: calls } = watchProvider('wechat')
    await run(asked)
    clock.advance(10)
    await run(asked)
    expect(await stateOf(asked)).toMatchObject(open)
    await app.sandbox.endRefund(`${asked.merchantOrder}R1`, 'success')
    clock.advance(30)
    await run(asked)
    expect(await stateOf(asked)).toEqual(done)
    expect(calls).toEqual(['refund', 'query', 'query'])
  })

  test('a process that is slower than its time finds the refund ended, and books nothing', async () => {
    for (const manner of [undefined, 'rejected', 'processing'] as const) {
      clock.now = start
      const asked = await askedRefund('wechat')
      if (manner) await app.sandbox.behave({ refund: manner }, asked.merchantOrder)
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: answered, resolve: hasAnswer } = Promise.withResolvers<void>()
      const slow = run(asked, async (step) => {
        if (step !== 'answered') return
        hasAnswer()
        await held
      })
      await answered
      if (manner === 'processing') await app.sandbox.endRefund(`${asked.merchantOrder}R1`, 'success')
      clock.advance(60)
      await run(asked)
      const end = await stateOf(asked)
      expect(end.refund).toBe(manner === 'rejected' ? 'failed' : 'refunded')
      const ended = await refundsIn(app, asked.orderno)
      clock.advance(60)
      letGo()
      await slow
      expect(await stateOf(asked)).toEqual(end)
      expect(await refundsIn(app, asked.orderno)).toEqual(ended)
    }
  })

  test('other refunds of the merchant are neither taken nor postponed', async () => {
    const other = await askedRefund('wechat')
    const [before] = await refundsIn(app, other.orderno)
    const asked = await askedRefund('wechat')
    await app.sandbox.behave({ refund: 'processing' }, asked.merchantOrder)
    clock.advance(1)
    await run(asked)
    expect(await refundsIn(app, other.orderno)).toEqual([before])
    await app.sandbox.endRefund(`${asked.merchantOrder}R1`, 'success')
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toEqual(done)
    expect(await refundsIn(app, other.orderno)).toEqual([before])
    expect(await stateOf(other)).toMatchObject(open)
  })

  test('a refund that is done in the next month is booked there', async () => {
    clock.now = new Date('2027-01-31T23:59:50.000Z')
    const before = merchants
    onTestFinished(() => void (merchants = before))
    merchants = { ...merchants, wechat: await makeSeller('CN') }
    const asked = await askedRefund('wechat')
    clock.advance(20)
    await run(asked)
    expect(await stateOf(asked)).toEqual(done)
  })

  test('a refusal after a while leads back', async () => {
    const asked = await askedRefund('wechat', 1)
    await app.sandbox.behave({ refund: 'processing' }, asked.merchantOrder)
    await run(asked)
    await app.sandbox.endRefund(`${asked.merchantOrder}R1`, 'rejected')
    await runToTheEnd(asked)
    expect(await stateOf(asked)).toMatchObject({ status: 1, refunded: 0, refund: 'failed', payment: 'paid' })
  })

  test('after a day without an answer the merchant is asked to contact the provider', async () => {
    const asked = await askedRefund('gkash')
    await runUntil(asked, 'taken')
    clock.advance(86_399)
    await run(asked)
    expect(await refundsIn(app, asked.orderno)).toMatchObject([{ state: 'refunding', why: null }])
    clock.advance(3_600)
    await run(asked)
    expect(await refundsIn(app, asked.orderno)).toMatchObject([{ state: 'refunding', why: 'unresolved' }])
    const as = await signIn(app, merchants.gkash.owner.username)
    const page = { pageNum: 1, pageSize: 10, condition: { status: 'refunding' as const } }
    const { body } = await app.call(billCalls.getRefundBill, page, { as })
    expect(body.result.data.find(({ orderno }) => orderno === asked.orderno)).toMatchObject({
      status: 'refunding',
      why: 'The payment provider has not answered for more than a day. Check with the provider.',
    })
  })

  test('a refund waits for a provider that is not configured, and stays one that was sent or was not', async () => {
    const [never, sent] = [await askedRefund('alipay'), await askedRefund('alipay')]
    await app.sandbox.behave({ refund: 'done without answer' }, sent.merchantOrder)
    await run(sent)
    const { alipay: _gone, ...rest } = payments
    app.deps.payments = rest
    await run(never)
    clock.advance(10)
    await run(sent)
    for (const [asked, first] of [
      [never, 'refund'],
      [sent, 'query'],
    ] as const) {
      expect(await stateOf(asked)).toMatchObject(open)
      const { asked: calls } = watchProvider('alipay')
      await runToTheEnd(asked)
      expect(calls[0]).toBe(first)
      expect(await stateOf(asked)).toEqual(done)
    }
  })
})

describe('the job of a refund', () => {
  const jobOf = async ({ tenantId, id }: Asked) =>
    (await queued(app, refundTask)).find(({ key }) => key === `${refundTask}:${tenantId}:${id}`)

  test('another process that comes too early does nothing and comes again', async () => {
    const asked = await askedRefund('wechat')
    const { asked: calls } = watchProvider('wechat')
    await runUntil(asked, 'taken')
    await run(asked)
    expect(calls).toEqual([])
    expect((await jobOf(asked))?.run_at).toEqual(new Date(start.getTime() + 60_000))
  })

  test('a lost job is found, and one that waits for its time is left alone', async () => {
    const asked = await askedRefund('wechat')
    const later = await askedRefund('wechat')
    await runUntil(later, 'taken')
    await asOwner(app, `delete from graphile_worker._private_jobs`)
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

  test('a job of a refund that has ended does nothing', async () => {
    const asked = await askedRefund('wechat')
    await run(asked)
    const { asked: calls } = watchProvider('wechat')
    clock.advance(120)
    await run(asked)
    await run({ ...asked, id: '999999' })
    await sweep(app.deps, asked.tenantId, new Date(clock.now.getTime() + 86_400_000))
    expect(calls).toEqual([])
    expect(await stateOf(asked)).toEqual(done)
  })
})
