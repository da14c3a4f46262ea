import { contract, integrationCalls, type Webhook } from '@slotwise/contract'
import { describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff, type Merchant, signIn } from '../../../test/factories.ts'
import {
  accepted,
  allKinds,
  deliver,
  deliveriesOf,
  makeWebhook,
  receiverStand,
  storedEvents,
  webhookStand,
} from '../../../test/integration-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import type { VendorAnswer } from '../../ports/sms/testing/vendor-server.ts'
import { inTenant } from '../../kernel/db.ts'
import { markDemo } from '../account/index.ts'
import { publish, sendEvents } from './index.ts'

const { delWebhook, editWebhook, getWebhooks, resendEvents } = integrationCalls

const app = await testApp()
const receive = receiverStand(app)

const webhookOf = async (owner: Merchant, { webhook_id: id }: Webhook): Promise<Webhook | undefined> =>
  (await app.call(getWebhooks, { condition: {} }, { as: owner })).body.result.data.find(
    (one) => one.webhook_id === id,
  )
const turn = (owner: Merchant, { webhook_id }: Webhook, enabled: boolean) =>
  app.call(editWebhook, { webhook_id, name: 'ERP', kinds: allKinds, enabled }, { as: owner })
const jobsFor = (webhook: Webhook) =>
  asOwner<{ run_at: Date }>(
    app,
    `select run_at from graphile_worker.jobs where key like 'webhook-send:%:' || $1::text`,
    [webhook.webhook_id],
  )

describe('delivery', () => {
  test('is in the order of the numbers, and waits as a whole when the address fails', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { events } = await receive((n) => (n === 2 ? { status: 500, body: '' } : accepted))
    for (let i = 0; i < 3; i += 1) await sell()
    await deliver(app, owner, webhook)
    expect(events()).toEqual(['1', '2'])
    const failing = await webhookOf(owner, webhook)
    expect(failing).toMatchObject({ waiting: 2, failing_since: app.clock.now.toISOString() })
    await sell()
    await deliver(app, owner, webhook)
    expect(events()).toEqual(['1', '2'])
    const [job] = await jobsFor(webhook)
    expect(job?.run_at.getTime()).toBeGreaterThanOrEqual(new Date(failing?.next_at ?? 0).getTime())
    app.clock.advance(60)
    await deliver(app, owner, webhook)
    expect(events()).toEqual(['1', '2', '2', '3', '4'])
    expect(await webhookOf(owner, webhook)).toMatchObject({ waiting: 0, failing_since: null, next_at: null })
  })

  test('asks for the next run when a failing address is tried again, and no sooner', async () => {
    const before = app.clock.now
    onTestFinished(() => void (app.clock.now = before))
    // The queue moves jobs of the past to its own time.
    app.clock.now = new Date(Date.now() + 3_600_000)
    const { owner, webhook, sell } = await webhookStand(app)
    await receive(() => ({ status: 500, body: '' }))
    await sell()
    for (let tries = 0; tries < 3; tries += 1) {
      await deliver(app, owner, webhook)
      const { next_at: next } = (await webhookOf(owner, webhook)) ?? {}
      expect((await jobsFor(webhook)).map(({ run_at: at }) => at.toISOString())).toEqual([next])
      app.clock.now = new Date(next ?? 0)
    }
  })

  test.each([400, 409, 413, 415, 422])(
    'passes an event that is refused by itself with %i',
    async (status) => {
      const { owner, webhook, sell } = await webhookStand(app)
      const { events } = await receive((n) => (n === 1 ? { status, body: '' } : accepted))
      await sell()
      await sell()
      await deliver(app, owner, webhook)
      expect(events()).toEqual(['1', '2'])
      expect(await deliveriesOf(app, owner, webhook)).toMatchObject([
        { event: '2', state: 'sent' },
        { event: '1', state: 'waiting', status },
      ])
      app.clock.advance(60)
      await deliver(app, owner, webhook)
      expect(events()).toEqual(['1', '2', '1'])
    },
  )

  test('waits at an event whose refusal is one of the address', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { events } = await receive((n) => (n === 1 ? { status: 410, body: '' } : accepted))
    await sell()
    await sell()
    await deliver(app, owner, webhook)
    expect(events()).toEqual(['1'])
  })

  test('is repeated with the same number when the process dies before the answer is recorded', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { events } = await receive()
    await sell()
    await sell()
    const dying = deliver(app, owner, webhook, (step) => {
      if (step === 'answered') throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    // Another process finds it busy until then, and the job is queued for that moment.
    await sendEvents(app.deps, owner.tenantId, webhook.webhook_id)
    expect(events()).toEqual(['1'])
    expect(await jobsFor(webhook)).toHaveLength(1)
    app.clock.advance(61)
    await sendEvents(app.deps, owner.tenantId, webhook.webhook_id)
    expect(events()).toEqual(['1', '1', '2'])
  })

  test('is done once by processes that run at the same time', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { events } = await receive()
    for (let i = 0; i < 3; i += 1) await sell()
    await Promise.all([1, 2, 3].map(() => publish(app.deps, owner.tenantId)))
    const send = () => sendEvents(app.deps, owner.tenantId, webhook.webhook_id)
    await Promise.all([send(), send(), send()])
    expect(events()).toEqual(['1', '2', '3'])
  })

  test.each<[string, VendorAnswer, { status: number | null; why: string | null }]>([
    [
      'a redirect',
      { status: 302, headers: { location: 'https://10.0.0.1/' }, body: '' },
      { status: 302, why: null },
    ],
    ['a receiver that hangs', 'silence', { status: null, why: 'no_answer' }],
    ['a broken connection', 'hang up', { status: null, why: 'no_answer' }],
  ])('%s is a failure', async (_, answer, expected) => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { requests } = await receive(() => answer, { timeoutMs: 100 })
    await sell()
    await deliver(app, owner, webhook)
    expect(requests).toHaveLength(1)
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([
      { state: 'waiting', tries: 1, ...expected },
    ])
  })

  test('judges the address that a name leads to at each sending', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { requests } = await receive()
    const { baseUrl } = app.deps.outgoing ?? {}
    // It was public when it was added, and leads inside now.
    app.deps.outgoing = {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '192.168.1.1', family: 4 },
      ],
    }
    await sell()
    await deliver(app, owner, webhook)
    expect(requests).toEqual([])
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ state: 'waiting', why: 'not_public' }])
  })

  test('ends after a day for an event and after three for the address, and the overview tells', async () => {
    const { webhook, sell, ...stand } = await webhookStand(app)
    let { owner } = stand
    /** Days end the session. */
    async function daysLater(days: number): Promise<void> {
      app.clock.advance(days * 86_400 + 60)
      owner = { ...owner, ...(await signIn(app, owner.username)) }
    }
    await receive(() => ({ status: 500, body: '' }))
    await sell()
    await deliver(app, owner, webhook)
    await daysLater(1)
    await sell()
    await deliver(app, owner, webhook)
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([
      { event: '2', state: 'waiting' },
      { event: '1', state: 'dead', status: 500 },
    ])
    await daysLater(2)
    await sell()
    await deliver(app, owner, webhook)
    const over = await webhookOf(owner, webhook)
    expect(
      await asOwner(
        app,
        `select username, call, object_id, before->>'enabled' as before, after->>'enabled' as after
           from audit where tenant_id = $1 and object = 'webhook' order by audit_id desc limit 1`,
        [owner.tenantId],
      ),
    ).toEqual([
      {
        username: 'system',
        call: 'editWebhook',
        object_id: webhook.webhook_id,
        before: 'true',
        after: 'false',
      },
    ])
    expect(over).toMatchObject({ enabled: false, given_up_at: app.clock.now.toISOString(), waiting: 0 })
    const attention = async () =>
      (await app.call(contract.overview.getAttention, {}, { as: owner })).body.result.webhooks
    expect(await attention()).toEqual(['ERP'])
    const clerk = await makeStaff(app, owner, { permissions: ['home'] })
    const clerks = await app.call(contract.overview.getAttention, {}, { as: clerk })
    expect(clerks.body.result.webhooks).toEqual([])

    // Events go on to be kept, and can be sent when the address is turned on again.
    await sell()
    await publish(app.deps, owner.tenantId)
    expect(await storedEvents(app, owner)).toHaveLength(4)
    const { events } = await receive()
    const { webhook_id } = webhook
    await app.call(editWebhook, { webhook_id, name: 'ERP', kinds: allKinds, enabled: true }, { as: owner })
    expect(await attention()).toEqual([])
    const { body } = await app.call(resendEvents, { webhook_id, first: '2', last: '99' }, { as: owner })
    expect(body.result).toEqual({ count: 3 })
    await deliver(app, owner, webhook)
    expect(events()).toEqual(['2', '3', '4'])
  })

  test('stops when the address is turned off or deleted', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { events } = await receive()
    const { webhook_id } = webhook
    await sell()
    await publish(app.deps, owner.tenantId)
    await app.call(editWebhook, { webhook_id, name: 'ERP', kinds: allKinds, enabled: false }, { as: owner })
    await sell()
    await deliver(app, owner, webhook)
    expect(events()).toEqual([])
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([
      { event: '1', state: 'dead', why: 'given_up' },
    ])
    await app.call(delWebhook, { webhook_id }, { as: owner })
    await deliver(app, owner, webhook)
    expect(events()).toEqual([])
  })

  test.each<[string, (owner: Merchant, webhook: Webhook) => Promise<unknown>]>([
    ['deleted', (owner, { webhook_id }) => app.call(delWebhook, { webhook_id }, { as: owner })],
    ['turned off', (owner, webhook) => turn(owner, webhook, false)],
    [
      'turned off and on again',
      async (owner, webhook) => {
        await turn(owner, webhook, false)
        await turn(owner, webhook, true)
      },
    ],
  ])('that has begun stops when the address is %s', async (_, change) => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { events } = await receive()
    for (let i = 0; i < 3; i += 1) await sell()
    let answers = 0
    await deliver(app, owner, webhook, async (step) => {
      if (step === 'answered' && (answers += 1) === 1) await change(owner, webhook)
    })
    expect(events()).toEqual(['1'])
  })

  test('waits while the demo is off, for a merchant of the demo alone', async () => {
    const { events } = await receive()
    const [demo, other] = [await webhookStand(app), await webhookStand(app)]
    const { tenantId } = demo.owner
    await inTenant(app.deps.db.main, tenantId, (tx) => markDemo(tx, tenantId))
    await demo.sell()
    await demo.sell()
    await other.sell()
    onTestFinished(() => void (app.deps.config.demo = true))
    app.deps.config.demo = false
    for (const { owner, webhook } of [demo, other]) await deliver(app, owner, webhook)
    expect(events()).toEqual(['1'])
    expect(await webhookOf(demo.owner, demo.webhook)).toMatchObject({ waiting: 2, failing_since: null })
    app.deps.config.demo = true
    await deliver(app, demo.owner, demo.webhook)
    expect(events()).toEqual(['1', '1', '2'])
  })

  test('leaves places to other merchants, however many slow addresses one has', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const webhooks: Webhook[] = [webhook]
    for (let i = 0; i < 5; i += 1) webhooks.push(await makeWebhook(app, owner))
    const other = await webhookStand(app)
    const { requests } = await receive()
    await sell()
    await publish(app.deps, owner.tenantId)
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
    let [begun, ended] = [0, 0]
    /** A run of each address that hangs as soon as it has begun. */
    const runs = webhooks.map(async ({ webhook_id: id }) => {
      await sendEvents(app.deps, owner.tenantId, id, (step) => {
        if (step !== 'taken') return undefined
        begun += 1
        return answers
      })
      ended += 1
    })
    await expect.poll(() => [begun, ended], { timeout: 10_000 }).toEqual([3, 3])
    await other.sell()
    await deliver(app, other.owner, other.webhook)
    expect(requests).toHaveLength(1)
    answer()
    await Promise.all(runs)
    expect(requests).toHaveLength(4)
    // Those that had to wait are asked for again, and take their turn.
    for (const { webhook_id: id } of webhooks) await sendEvents(app.deps, owner.tenantId, id)
    expect(requests).toHaveLength(7)
  })

  test('of one event again sends the same body', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { requests } = await receive()
    await sell()
    await deliver(app, owner, webhook)
    const { webhook_id } = webhook
    await app.call(resendEvents, { webhook_id, first: '1', last: '1' }, { as: owner })
    await deliver(app, owner, webhook)
    expect(requests.map(({ body }) => body)).toEqual([requests[0]?.body, requests[0]?.body])
  })

  test('is done by the worker, and an address that hangs delays no other merchant', async () => {
    const slow = await webhookStand(app)
    const quick = await webhookStand(app)
    const { requests } = await receive((_, { body }) =>
      body.includes(slow.machine.sn) ? 'silence' : { status: 204, body: '' },
    )
    for (let i = 0; i < 5; i += 1) await slow.sell()
    const bill = await quick.sell()
    await app.work()
    // Less than the time for which an address may be silent.
    await expect
      .poll(() => requests.some(({ body }) => body.includes(bill.orderno)), { timeout: 7_500 })
      .toBe(true)
  })
})
