import { createHmac } from 'node:crypto'

import { contract, integrationCalls, type Webhook, webhooksAtMost } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant, unlock } from '../../../test/factories.ts'
import {
  accepted,
  allKinds,
  deliver,
  deliveriesOf,
  makeKey,
  makeWebhook,
  receiverStand,
  storedEvents,
  webhookStand,
} from '../../../test/integration-stand.ts'
import { turnOf } from '../../../test/notify-stand.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'
import { inBooks, makeSale } from '../../../test/sale-stand.ts'
import { publish, sweep } from './index.ts'

const { addWebhook, delWebhook, editWebhook, getEvents, getWebhooks, resendEvents, testWebhook } =
  integrationCalls

const app = await testApp()
let neighbour: Merchant
let neighbours: Webhook
const receive = receiverStand(app)

beforeAll(async () => {
  neighbour = await makeMerchant(app)
  neighbours = await makeWebhook(app, neighbour)
})

describe('an address', () => {
  test('gets a secret that is shown once and stored sealed', async () => {
    const { owner, webhook } = await webhookStand(app)
    expect(webhook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { body } = await app.call(getWebhooks, { condition: {} }, { as: owner })
    expect(body.result.data).toMatchObject([{ name: 'ERP', enabled: true, kinds: allKinds, waiting: 0 }])
    expect(JSON.stringify(body)).not.toContain(webhook.secret)
    const stored = await wholeDatabase(app)
    for (const form of ['utf8', 'hex', 'base64'] as const)
      expect(stored).not.toContain(Buffer.from(webhook.secret).toString(form))
    const staff = await makeStaff(app, owner, { permissions: ['order.buyBill'] })
    expect((await app.call(getWebhooks, { condition: {} }, { as: staff })).body.rcode).toBe(303)
  })

  test('is audited with all that it says, when it is added, edited and deleted', async () => {
    const { owner, webhook } = await webhookStand(app)
    const { webhook_id, name } = webhook
    const url = `${new URL(webhook.url).origin}/…`
    await app.call(editWebhook, { webhook_id, name: 'Books', kinds: ['sale'], enabled: false }, { as: owner })
    await app.call(delWebhook, { webhook_id }, { as: owner })
    const { body } = await app.call(contract.audit.getAudit, { condition: {} }, { as: owner })
    const first = { name, url, kinds: allKinds, enabled: true }
    const edited = { name: 'Books', url, kinds: ['sale'], enabled: false }
    expect(
      body.result.data
        .filter(({ object_id: id }) => id === webhook_id)
        .map(({ call, before, after }) => ({ call, before, after })),
    ).toEqual([
      { call: 'delWebhook', before: edited, after: null },
      { call: 'editWebhook', before: first, after: edited },
      { call: 'addWebhook', before: null, after: first },
    ])
  })

  test('is audited by its host, because the rest may be the key of its server', async () => {
    const { owner } = await webhookStand(app)
    for (const url of ['https://shop.example/hooks/K3yOfThePath?t=K3yOfTheQuery', 'https://shop.example'])
      await app.call(
        addWebhook,
        { name: url, url, kinds: ['sale'], sign: await unlock(app, owner) },
        { as: owner },
      )
    const rows = await asOwner<{ after: { url: string } }>(
      app,
      `select after from audit where tenant_id = $1 and call = 'addWebhook' order by audit_id desc limit 2`,
      [owner.tenantId],
    )
    expect(rows.map(({ after }) => after.url)).toEqual(['https://shop.example', 'https://shop.example/…'])
  })

  test.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://10.0.0.8/hook',
    'https://[::1]/',
    'https://localhost/',
    'https://metadata.google.internal/',
    'https://shop.example:8443/',
    'https://user:word@shop.example/',
    'shop.example',
  ])('%s is refused', async (url) => {
    const sign = await unlock(app, neighbour)
    const { body } = await app.call(addWebhook, { name: 'X', url, kinds: ['sale'], sign }, { as: neighbour })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'url' }] } })
  })

  test('is limited in number; a deleted one makes room', async () => {
    const owner = await makeMerchant(app)
    const all: Webhook[] = []
    for (let i = 0; i < webhooksAtMost; i += 1) all.push(await makeWebhook(app, owner))
    const sign = await unlock(app, owner)
    const more = () =>
      app.call(addWebhook, { name: 'X', url: 'https://x.example/', kinds: ['sale'], sign }, { as: owner })
    expect((await more()).body.rcode).toBe(103)
    await app.call(delWebhook, { webhook_id: all[0]?.webhook_id ?? '' }, { as: owner })
    expect((await more()).body.rcode).toBe(0)
  })

  test('of the neighbour is unknown', async () => {
    const { owner } = await webhookStand(app)
    const { webhook_id } = neighbours
    const edit = { webhook_id, name: 'Mine', kinds: allKinds, enabled: false }
    expect((await app.call(editWebhook, edit, { as: owner })).body.rcode).toBe(101)
    expect((await app.call(delWebhook, { webhook_id }, { as: owner })).body.rcode).toBe(101)
    expect((await app.call(testWebhook, { webhook_id }, { as: owner })).body.rcode).toBe(101)
    const range = { webhook_id, first: '1', last: '9' }
    expect((await app.call(resendEvents, range, { as: owner })).body.rcode).toBe(101)
    expect(await deliveriesOf(app, owner, neighbours)).toEqual([])
  })

  test('is tried by a body of its own kind, and the answer is told', async () => {
    const { owner, webhook } = await webhookStand(app)
    const { requests } = await receive((n) => (n === 1 ? accepted : { status: 503, body: '' }))
    const ask = async () =>
      (await app.call(testWebhook, { webhook_id: webhook.webhook_id }, { as: owner })).body.result
    expect(await ask()).toEqual({ ok: true, status: 200, why: null })
    expect(await ask()).toEqual({ ok: false, status: 503, why: null })
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ kind: 'ping', event: '0' })
    app.deps.outgoing = { resolve: async () => [{ address: '10.1.2.3', family: 4 }] }
    expect(await ask()).toEqual({ ok: false, status: null, why: 'not_public' })
  })
})

describe('an event', () => {
  test('of a sale arrives signed, with what getBuyBill says of it and nothing of people', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { requests } = await receive()
    const bill = await sell()
    await deliver(app, owner, webhook)
    const [request] = requests
    const { headers = {}, body = '' } = request ?? {}
    const timestamp = String(headers['x-slotwise-timestamp'])
    expect(headers['x-slotwise-signature']).toBe(
      createHmac('sha256', webhook.secret).update(`${timestamp}.${body}`).digest('hex'),
    )
    expect(request).toMatchObject({ method: 'POST', path: '/hooks' })
    const { result } = (
      await app.call(contract.bills.getBuyBill, { condition: { orderno: bill.orderno } }, { as: owner })
    ).body
    const { canRefund: _, remarks: _text, ...data } = result.data[0]!
    expect(JSON.parse(body)).toEqual({
      event: '1',
      version: 1,
      kind: 'sale',
      created_at: app.clock.now.toISOString(),
      data,
    })
    expect(headers['x-slotwise-event']).toBe('1')
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([
      { event: '1', kind: 'sale', about: bill.orderno, state: 'sent', tries: 1, status: 200 },
    ])
    expect(await storedEvents(app, neighbour)).toEqual([])
  })

  test('of a sale comes when the machine has ended it, once', async () => {
    const { owner, machine, store, sell } = await webhookStand(app)
    const bill = await sell({ status: 7 })
    expect(await storedEvents(app, owner)).toEqual([])
    const { changeBills } = await import('../bills/book-service.ts')
    await inBooks(app, owner.tenantId, (ctx) =>
      changeBills(ctx, [bill.orderno], () => ({ status: 0, reported_at: app.clock.now })),
    )
    // What happens to the bill later is no end of the sale.
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [bill.orderno], () => ({ refunded: 1 })))
    expect(await storedEvents(app, owner)).toEqual([{ kind: 'sale', subject: bill.orderno, seq: null }])
    // The same news again, as after a redelivery that was not recognised.
    for (const note of app.deps.hooks.saleTurned)
      await inBooks(app, owner.tenantId, (ctx) =>
        note(ctx, [{ orderno: bill.orderno, deviceId: machine.id, storeId: store, cause: 'first' }]),
      )
    expect(await storedEvents(app, owner)).toHaveLength(1)
  })

  test('of a sale without a report is followed by a second one, once, when its machine reports after all', async () => {
    const { owner, machine, store, webhook, sell } = await webhookStand(app)
    const { requests } = await receive()
    const bill = await sell({ status: 7 })
    const { changeBills } = await import('../bills/book-service.ts')
    const change = (to: Parameters<typeof changeBills>[2]) =>
      inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [bill.orderno], to))
    await change(() => ({ status: 2 }))
    await deliver(app, owner, webhook)
    app.clock.advance(3600)
    await change(() => ({ status: 0, reported_at: app.clock.now }))
    await deliver(app, owner, webhook)
    const sentEvents = requests.map(
      ({ body }) => JSON.parse(body) as { event: string; kind: string; data: object },
    )
    expect(sentEvents).toMatchObject([
      { event: '1', kind: 'sale', data: { orderno: bill.orderno, status: 2 } },
      { event: '2', kind: 'sale', data: { orderno: bill.orderno, status: 0 } },
    ])
    for (const note of app.deps.hooks.saleTurned)
      await inBooks(app, owner.tenantId, (ctx) =>
        note(ctx, [{ orderno: bill.orderno, deviceId: machine.id, storeId: store, cause: 'reported' }]),
      )
    expect(await storedEvents(app, owner)).toHaveLength(2)
    expect(await storedEvents(app, neighbour)).toEqual([])
  })

  test('of a sale that is rolled back does not exist', async () => {
    const { owner, machine, webhook } = await webhookStand(app)
    const { requests } = await receive()
    const failing = inBooks(app, owner.tenantId, async (ctx) => {
      for (const note of ctx.deps.hooks.saleTurned)
        await note(ctx, [{ orderno: '1', deviceId: machine.id, storeId: null, cause: 'first' }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await deliver(app, owner, webhook)
    expect([await storedEvents(app, owner), requests]).toEqual([[], []])
  })

  test('of a refund and of a fault have their own facts', async () => {
    const { owner, machine, store, webhook, sell } = await webhookStand(app)
    const { requests } = await receive()
    const bill = await sell({ client: 'wechat', status: 1 })
    const refunded = await app.call(
      contract.bills.refund,
      { orderno: bill.orderno, part_refund: false, remarks: 'Mr Li', sign: await unlock(app, owner) },
      { as: owner },
    )
    expect(refunded.body.rcode).toBe(0)
    const turn = turnOf(app, { id: machine.id, store }, { kind: 'abnormal', faults: ['MOTOR'] })
    await inBooks(app, owner.tenantId, async (ctx) => {
      for (const note of ctx.deps.hooks.alertTurned) await note(ctx, [turn])
    })
    const { runRefund } = await import('../refunds/index.ts')
    const [refund] = await asOwner<{ id: string }>(
      app,
      'select refund_id::text as id from bill_refund where tenant_id = $1',
      [owner.tenantId],
    )
    await runRefund(app.deps, owner.tenantId, refund?.id ?? '')
    await deliver(app, owner, webhook)
    const bodies = requests.map(({ body }) => JSON.parse(body) as { kind: string; data: object })
    expect(bodies.map(({ kind }) => kind).toSorted()).toEqual(['fault_begin', 'refund', 'sale'])
    expect(bodies.find(({ kind }) => kind === 'refund')?.data).toMatchObject({
      refund: refund?.id,
      orderno: bill.orderno,
      status: 'refunded',
      refund_fee: 350,
      dev_title: 'Lobby',
    })
    expect(bodies.find(({ kind }) => kind === 'fault_begin')?.data).toMatchObject({
      kind: 'abnormal',
      faults: ['MOTOR'],
      sn: machine.sn,
      store_name: 'Pier 3',
    })
    expect(JSON.stringify(bodies)).not.toContain('Mr Li')
    expect(JSON.stringify(bodies)).not.toContain(owner.username)
  })

  test('is not stored for merchants who neither have an address for it nor a key', async () => {
    const { owner, webhook, sell } = await webhookStand(app, ['refund'])
    await sell()
    expect(await storedEvents(app, owner)).toEqual([])
    await app.call(delWebhook, { webhook_id: webhook.webhook_id }, { as: owner })
    const key = await makeKey(app, owner)
    await sell()
    expect(await storedEvents(app, owner)).toHaveLength(1)
    await app.call(integrationCalls.revokeKey, { key_id: key.key_id }, { as: owner })
    await sell()
    expect(await storedEvents(app, owner)).toHaveLength(1)
  })
})

describe('getEvents', () => {
  test('goes on after a number, by permission and scope', async () => {
    const { owner, store, machine, sibling, otherStore, sell } = await webhookStand(app)
    const first = await sell()
    await makeSale(app, sibling, { store_id: otherStore, client: 'coin' })
    const turn = turnOf(app, { id: machine.id, store }, { kind: 'offline' })
    await inBooks(app, owner.tenantId, async (ctx) => {
      for (const note of ctx.deps.hooks.alertTurned) await note(ctx, [turn])
    })
    await sell()
    // Not numbered yet: nothing is told of them.
    const whole = await makeKey(app, owner)
    const read = async (bearer: string, input: object = {}) =>
      (await app.call(getEvents, input, { bearer })).body.result
    expect(await read(whole.secret)).toEqual({ data: [], next: '0', more: false })
    await publish(app.deps, owner.tenantId)
    const page = await read(whole.secret, { limit: 2 })
    expect(page).toMatchObject({ next: '2', more: true })
    expect(page.data[0]).toMatchObject({ event: '1', kind: 'sale', data: { orderno: first.orderno } })
    const rest = await read(whole.secret, { after: page.next })
    expect(rest.data.map(({ event, kind }) => [event, kind])).toEqual([
      ['3', 'fault_begin'],
      ['4', 'sale'],
    ])
    const sales = await makeKey(app, owner, { permissions: ['order.buyBill'] })
    expect((await read(sales.secret)).data.map(({ event }) => event)).toEqual(['1', '2', '4'])
    const scoped = await makeKey(app, owner, { all_device: false, store: [otherStore] })
    expect((await read(scoped.secret)).data.map(({ event }) => event)).toEqual(['2'])
    const others = await makeKey(app, neighbour)
    expect((await read(others.secret)).data).toEqual([])
  })

  test('looks at a limited number of events in one call, and says where to go on', async () => {
    const { owner, machine, sibling, otherStore, store } = await webhookStand(app)
    await asOwner(
      app,
      `insert into webhook_event (tenant_id, kind, subject, device_id, store_id, at, seq, body)
       select $1, 'sale', n::text, case when n = 6000 then $2 else $3 end::bigint,
              case when n = 6000 then $4 else $5 end::bigint, $6, n, json_build_object('event', n::text)
         from generate_series(1, 6100) n`,
      [owner.tenantId, sibling.id, machine.id, otherStore, store, app.clock.now],
    )
    const { secret } = await makeKey(app, owner, { all_device: false, store: [otherStore] })
    const read = async (after: string) =>
      (await app.call(getEvents, { after }, { bearer: secret })).body.result
    expect(await read('0')).toEqual({ data: [], next: '5000', more: true })
    expect(await read('5000')).toEqual({ data: [{ event: '6000' }], next: '6100', more: false })
    expect(await read('6100')).toEqual({ data: [], next: '6100', more: false })
  })

  test('answers bodies as they were sent, whatever the schema says by now', async () => {
    const { owner, machine } = await webhookStand(app)
    const body = {
      event: '1',
      version: 0,
      kind: 'sale',
      gone: [1],
      data: { orderno: 'old', was: { x: null } },
    }
    await asOwner(
      app,
      `insert into webhook_event (tenant_id, kind, subject, device_id, at, seq, body)
       values ($1, 'sale', 'old', $2, $3, 1, $4)`,
      [owner.tenantId, machine.id, app.clock.now, JSON.stringify(body)],
    )
    const { secret } = await makeKey(app, owner)
    const { result } = (await app.call(getEvents, {}, { bearer: secret })).body
    expect(result.data).toEqual([body])
  })
})

describe('the sweep', () => {
  test('has events sent that have their numbers but no job any more', async () => {
    const { owner, sell } = await webhookStand(app)
    const { events } = await receive()
    await sell()
    await publish(app.deps, owner.tenantId)
    await asOwner(
      app,
      `select graphile_worker.remove_job(key) from graphile_worker.jobs where key is not null`,
    )
    const sweepAfter = async (seconds: number) => {
      app.clock.advance(seconds)
      await sweep(app.deps, owner.tenantId, app.clock.now)
      return (
        await asOwner<{ task: string }>(
          app,
          `select task_identifier as task from graphile_worker.jobs where key is not null`,
        )
      ).map(({ task }) => task)
    }
    expect(await sweepAfter(60)).toEqual([])
    expect(await sweepAfter(5 * 60)).toHaveLength(1)
    await app.work()
    await expect.poll(() => events()).toEqual(['1'])
  })

  test('deletes events after 30 days, and finds lines whose job was lost', async () => {
    const { owner, webhook, sell } = await webhookStand(app)
    const { events } = await receive()
    await sell()
    await deliver(app, owner, webhook)
    await sell()
    await asOwner(
      app,
      `select graphile_worker.remove_job(key) from graphile_worker.jobs where key is not null`,
    )
    app.clock.advance(6 * 60)
    await sweep(app.deps, owner.tenantId, app.clock.now)
    await app.work()
    await expect.poll(() => events(), { timeout: 10_000 }).toEqual(['1', '2'])
    app.clock.advance(31 * 86_400)
    await sweep(app.deps, owner.tenantId, app.clock.now)
    expect(await storedEvents(app, owner)).toEqual([])
    const left = 'select from webhook_delivery where tenant_id = $1'
    expect(await asOwner(app, left, [owner.tenantId])).toEqual([])
  })
})
