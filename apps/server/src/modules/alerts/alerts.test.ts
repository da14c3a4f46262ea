import { alertCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { lookAt, sayHeartbeat, stayOnline, stockSlot } from '../../../test/alert-stand.ts'
import { testApp } from '../../../test/app.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import { readExport } from '../../../test/exports.ts'
import { makeArea, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeOnlineMachine, sayStatus } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeFault } from '../presence/index.ts'
import { sweep } from './index.ts'

const app = await testApp()
const dayMs = 86_400_000
/** The hours of the four weeks by which earnings are judged. */
const hours = 28 * 24
const daysAgo = (days: number): Date => new Date(app.clock.now.getTime() - days * dayMs)

type Filter = NonNullable<Parameters<typeof app.call<typeof alertCalls.getAlerts>>[1]['condition']>

const listed = async (as: Merchant, condition: Filter = {}, pageNum = 1, pageSize = 10) => {
  const { body } = await app.call(alertCalls.getAlerts, { pageNum, pageSize, condition }, { as })
  expect(body.rcode, body.msg).toBe(0)
  return body.result
}

/** A machine that the merchant has had for a long time. */
async function makeOldMachine(merchant: Merchant, options: { title?: string; store?: string } = {}) {
  const machine = await makeOnlineMachine(app, merchant, options)
  await asOwner(app, 'update device set bound_at = $1 where device_id = $2', [daysAgo(400), machine.id])
  return machine
}

/** The machine sold this much out of a slot, so many days ago. */
const sold = (merchant: Merchant, machine: BoundMachine, total: number, days: number, slot = 1) => {
  const line = { goods_id: null, title: 'Tea', price: total, quantity: 1, delivered: 1, fault: null }
  return makeBills(app, merchant, [
    billOf(
      { ...machine, store: null },
      { create_at: daysAgo(days), total_price: total, goods: [{ ...line, channel_sn: slot }] },
    ),
  ])
}

const fault = (machine: BoundMachine, ch: number, active = true) =>
  asMachine(app, machine, (ctx) => takeFault(ctx, { ts: 0, data: { code: 'MOTOR', ch, raw: '', active } }))

/** Sets machines offline for long enough. */
async function lose(merchant: Merchant, ...machines: BoundMachine[]): Promise<void> {
  for (const machine of machines) await sayStatus(app, machine, 'offline')
  app.clock.advance(601)
  await lookAt(app, merchant)
}

describe('the list', () => {
  test('ranks open alerts by what machines and slots usually earn in an hour', async () => {
    const merchant = await makeMerchant(app)
    const make = (title: string) => makeOldMachine(merchant, { title })
    const [small, large, low, jammed, broken] = [
      await make('Small'),
      await make('Large'),
      await make('Low'),
      await make('Jammed'),
      await make('Broken'),
    ]
    await sold(merchant, small, hours * 5, 1)
    await sold(merchant, large, hours * 90, 28)
    // Older than four weeks, and today, which is not over: neither is usual.
    await sold(merchant, small, hours * 500, 29)
    await sold(merchant, small, hours * 500, 0)
    await sold(merchant, low, hours * 30, 2, 1)
    await sold(merchant, low, hours * 10, 3, 2)
    await sold(merchant, low, hours * 70, 3, 3)
    await sold(merchant, jammed, hours * 20, 3, 2)
    await sold(merchant, jammed, hours * 90, 3, 1)
    await sold(merchant, broken, hours * 60, 3, 1)
    await stockSlot(app, merchant, low, 1, 0)
    await stockSlot(app, merchant, low, 2, 2)
    await stockSlot(app, merchant, low, 3, 3)
    // A low slot that has never sold anything costs nothing.
    await stockSlot(app, merchant, low, 4, 1)
    await fault(jammed, 2)
    await fault(broken, 0)
    await fault(broken, 1)
    await lose(merchant, small, large)
    const { data, count, sum } = await listed(merchant)
    expect(data.map(({ title, kind, perHour }) => [title, kind, perHour])).toEqual([
      ['Large', 'offline', 90],
      ['Broken', 'abnormal', 60],
      ['Low', 'low_stock', 40],
      ['Jammed', 'abnormal', 20],
      ['Small', 'offline', 5],
    ])
    expect(count).toBe(5)
    expect(sum).toEqual({ offline: 2, low_stock: 1, abnormal: 2, perHour: 215 })
    expect(data[2]).toMatchObject({ low: 3, empty: 1, faults: [], closed_at: null, taker: null })
    expect(data[1]).toMatchObject({ low: 0, empty: 0, faults: ['MOTOR'] })
    const second = await listed(merchant, {}, 2, 2)
    expect([second.data.map(({ title }) => title), second.count]).toEqual([['Low', 'Jammed'], 5])
    const offline = await listed(merchant, { kind: 'offline' })
    expect([offline.data.map(({ title }) => title), offline.count]).toEqual([['Large', 'Small'], 2])
    expect(offline.sum, 'all kinds are counted, and those that are listed cost').toEqual({
      ...sum,
      perHour: 95,
    })
    expect(await listed(await makeMerchant(app))).toEqual({
      data: [],
      count: 0,
      sum: { offline: 0, low_stock: 0, abnormal: 0, perHour: 0 },
    })
  })

  test('counts once in the sum what several alerts of a machine concern', async () => {
    const merchant = await makeMerchant(app)
    const [machine, sibling] = [await makeOldMachine(merchant), await makeOldMachine(merchant)]
    for (const one of [machine, sibling]) {
      await sold(merchant, one, hours * 10, 1, 1)
      await sold(merchant, one, hours * 4, 1, 2)
      await sold(merchant, one, hours * 100, 1, 3)
      await stockSlot(app, merchant, one, 1, 0)
      await fault(one, 1)
      await fault(one, 2)
    }
    await lookAt(app, merchant)
    expect((await listed(merchant)).sum).toEqual({ offline: 0, low_stock: 2, abnormal: 2, perHour: 28 })
    await sayHeartbeat(app, sibling)
    await lose(merchant, machine)
    const { data, sum } = await listed(merchant, { sn: machine.sn })
    expect(data.map(({ kind, perHour }) => [kind, perHour])).toEqual([
      ['offline', 114],
      ['abnormal', 14],
      ['low_stock', 10],
    ])
    expect(sum.perHour, 'of this machine').toBe(114)
    expect((await listed(merchant)).sum.perHour).toBe(128)
  })

  test('judges a machine that came lately by its own days', async () => {
    const merchant = await makeMerchant(app)
    const machine = await makeOldMachine(merchant)
    await asOwner(app, 'update device set bound_at = $1 where device_id = $2', [daysAgo(2), machine.id])
    await sold(merchant, machine, 48 * 7, 1)
    await lose(merchant, machine)
    expect((await listed(merchant)).data[0]?.perHour).toBe(7)
  })

  test('shows closed alerts by the time of their recovery, the newest first', async () => {
    const merchant = await makeMerchant(app)
    const machines = [await makeOldMachine(merchant), await makeOldMachine(merchant)]
    const [first, second] = machines as [BoundMachine, BoundMachine]
    await lose(merchant, first, second)
    for (const machine of [second, first]) {
      await sayStatus(app, machine, 'online')
      await stayOnline(app, 180, ...machines)
      await lookAt(app, merchant)
    }
    const { data, count, sum } = await listed(merchant, { state: 'closed' })
    expect(data.map(({ sn, perHour }) => [sn, perHour])).toEqual([
      [first.sn, 0],
      [second.sn, 0],
    ])
    expect([count, sum.offline, (await listed(merchant)).count]).toEqual([2, 0, 0])
    const rest = await listed(merchant, { state: 'closed', kind: 'offline' }, 2, 1)
    expect(rest.data.map(({ sn }) => sn)).toEqual([second.sn])
    expect((await listed(merchant, { state: 'closed', kind: 'abnormal' })).count).toBe(0)
  })

  test('shows the machines of the caller, and those of the filter', async () => {
    const merchant = await makeMerchant(app)
    const area = await makeArea(app, merchant)
    const store = await makeStore(app, merchant, { area: area._id })
    const other = await makeStore(app, merchant)
    const [here, there, nowhere] = [
      await makeOldMachine(merchant, { store: store._id }),
      await makeOldMachine(merchant, { store: other._id }),
      await makeOldMachine(merchant),
    ]
    await lose(merchant, here, there, nowhere)
    const sns = async (as: Merchant, filter: Filter = {}) => {
      const { data, count, sum } = await listed(as, filter)
      expect([count, sum.offline]).toEqual([data.length, data.length])
      return data.map(({ sn }) => sn).toSorted()
    }
    const all = [here.sn, there.sn, nowhere.sn].toSorted()
    expect(await sns(merchant)).toEqual(all)
    expect(await sns(merchant, { store: store._id })).toEqual([here.sn])
    expect(await sns(merchant, { area: area._id })).toEqual([here.sn])
    expect(await sns(merchant, { sn: nowhere.sn })).toEqual([nowhere.sn])
    const [wanted] = (await listed(merchant, { sn: there.sn })).data
    expect(await sns(merchant, { ids: [wanted?.alert ?? ''] })).toEqual([there.sn])
    const clerk = await makeStaff(app, merchant, {
      permissions: ['device.manage'],
      stores: [other._id],
      devices: [nowhere.id],
    })
    expect(await sns(clerk)).toEqual([there.sn, nowhere.sn].toSorted())
    expect(await sns(clerk, { store: store._id })).toEqual([])
    await asOwner(app, 'update device set store_id = $1 where device_id = $2', [store._id, there.id])
    expect(await sns(clerk), 'an alert moves with its machine').toEqual([nowhere.sn])
    const [foreign] = (await listed(merchant, { sn: here.sn })).data
    const { body } = await app.call(
      alertCalls.takeAlert,
      { alert: foreign?.alert ?? '', take: true },
      { as: clerk },
    )
    expect(body.rcode).toBe(101)
  })
})

test('the export has the alerts of the filter in the order of the list', async () => {
  const merchant = await makeMerchant(app)
  const store = await makeStore(app, merchant)
  const low = await makeOldMachine(merchant, { title: 'Low', store: store._id })
  const faulty = await makeOldMachine(merchant, { title: 'Faulty' })
  await sold(merchant, low, hours * 30, 1)
  await stockSlot(app, merchant, low, 1, 0)
  await stockSlot(app, merchant, low, 2, 2)
  await fault(faulty, 0)
  await lookAt(app, merchant)
  const [first] = (await listed(merchant)).data
  await app.call(
    alertCalls.doneAlert,
    { alert: first?.alert ?? '', done: true, remarks: 'Filled' },
    { as: merchant },
  )
  const lines = async (condition: Filter) =>
    (await readExport(app, alertCalls.exportAlerts, { condition }, merchant)).slice(1)
  const open = await lines({})
  const name = first && (await listed(merchant)).data[0]?.taker_name
  // Sheets leave empty cells out, and write moments as numbers of days.
  const moment = expect.stringMatching(/^463\d\d/)
  const work = [name, moment, moment, 'Filled']
  expect(open).toEqual([
    ['Low stock', 'Open', low.sn, 'Low', store.store_name, moment, '2', '1', '0.30', ...work],
    ['Abnormal device', 'Open', faulty.sn, 'Faulty', moment, 'Motor fault', '0.00'],
  ])
  expect((await lines({ kind: 'abnormal' })).map(([kind]) => kind)).toEqual(['Abnormal device'])
  await asOwner(app, 'update channel set quantity = max where device_id = $1', [low.id])
  for (const _look of ['filled', 'still filled']) {
    await lookAt(app, merchant)
    app.clock.advance(300)
  }
  expect(await lines({ state: 'closed' })).toEqual([
    ['Low stock', 'Recovered', low.sn, 'Low', store.store_name, moment, moment, ...work],
  ])
})

describe('work on an alert', () => {
  async function stand() {
    const merchant = await makeMerchant(app)
    const machine = await makeOldMachine(merchant, { title: 'Pier 3' })
    await makeOldMachine(merchant)
    await lose(merchant, machine)
    const clerk = () => makeStaff(app, merchant, { permissions: ['device.manage'] })
    const alert = (await listed(merchant, { sn: machine.sn })).data[0]?.alert ?? ''
    const take = async (as: Merchant, isTaken = true) =>
      (await app.call(alertCalls.takeAlert, { alert, take: isTaken }, { as })).body
    const done = async (as: Merchant, isDone: boolean, remarks = '') =>
      (await app.call(alertCalls.doneAlert, { alert, done: isDone, remarks }, { as })).body
    return { merchant, machine, alert, one: await clerk(), other: await clerk(), take, done }
  }

  test('is taken by one person, who gives it back', async () => {
    const { merchant, one, other, take } = await stand()
    const taken = await take(one)
    const at = app.clock.now.toISOString()
    expect(taken.result).toMatchObject({
      taker: one.accountId,
      taker_name: one.username,
      taken_at: at,
      mine: true,
    })
    expect((await listed(other)).data).toMatchObject([{ taker: one.accountId, mine: false }])
    app.clock.advance(5)
    expect((await take(one)).result, 'again by the same person').toEqual(taken.result)
    expect(await take(other)).toMatchObject({ msg: `${one.username} is already handling this alert` })
    expect(await take(other, false)).toMatchObject({ msg: `${one.username} is already handling this alert` })
    expect(await listed(one, { mine: true })).toMatchObject({ count: 1, sum: { offline: 1 } })
    expect(await listed(other, { mine: true })).toMatchObject({ count: 0, sum: { offline: 0 } })
    expect((await listed(other, { mine: false })).count).toBe(1)
    expect((await take(one, false)).result).toMatchObject({ taker: null, taker_name: null, taken_at: null })
    expect((await take(other)).rcode).toBe(0)
    expect(await take(merchant), 'the main account gives it back first').toMatchObject({ rcode: 103 })
    expect((await take(merchant, false)).result.taker).toBeNull()
    expect((await take(merchant)).result.taker).toBe(merchant.accountId)
  })

  test('of two people at once, one takes it', async () => {
    const { one, other, take } = await stand()
    const codes = (await Promise.all([take(one), take(other)])).map(({ rcode }) => rcode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 103])
  })

  test('of an account that was deleted is free', async () => {
    const { one, other, take } = await stand()
    await take(one)
    await asOwner(app, 'update account set deleted_at = $1 where account_id = $2', [
      app.clock.now,
      one.accountId,
    ])
    expect((await take(other)).result.taker).toBe(other.accountId)
  })

  test('is done by a person, but closed only by the machine', async () => {
    const { merchant, machine, one, other, take, done } = await stand()
    const first = await done(one, true, 'Router restarted')
    const at = app.clock.now.toISOString()
    expect(first.result).toMatchObject({
      taker: one.accountId,
      done_at: at,
      remarks: 'Router restarted',
      closed_at: null,
    })
    await lookAt(app, merchant)
    expect((await listed(merchant)).count).toBe(1)
    app.clock.advance(5)
    expect((await done(other, true, 'Cable too')).result).toMatchObject({
      taker: one.accountId,
      done_at: at,
      remarks: 'Cable too',
    })
    expect((await done(other, false)).result).toMatchObject({ done_at: null, remarks: '' })
    await sayStatus(app, machine, 'online')
    await stayOnline(app, 180, machine)
    await lookAt(app, merchant)
    expect((await done(one, true, 'New router')).result, 'also when it is over').toMatchObject({
      done_at: app.clock.now.toISOString(),
      closed_at: expect.any(String),
    })
    expect((await take(one, false)).rcode).toBe(0)
  })

  test('stands in the audit', async () => {
    const { merchant, machine, one, take, done } = await stand()
    await take(one)
    await done(one, true, 'Fixed')
    const rows = await asOwner<{ call: string; after: Record<string, unknown> }>(
      app,
      `select call, after from audit where tenant_id = $1 and object = 'alert' order by audit_id`,
      [merchant.tenantId],
    )
    const kept = { title: 'Pier 3', sn: machine.sn, kind: 'offline', taker: one.username }
    expect(rows).toEqual([
      { call: 'takeAlert', after: { ...kept, done: false, remarks: '' } },
      { call: 'doneAlert', after: { ...kept, done: true, remarks: 'Fixed' } },
    ])
  })

  test('and every turn of an alert has the consoles read again', async () => {
    const { merchant, one, take } = await stand()
    const events = async () =>
      (
        await asOwner(
          app,
          `select from live_event where tenant_id = $1 and kind = 'alerts' and permission = 'device.manage'
              and device_id is null and data = '{}'`,
          [merchant.tenantId],
        )
      ).length
    expect(await events()).toBe(1)
    await take(one)
    expect(await events()).toBe(2)
    await lookAt(app, merchant)
    expect(await events()).toBe(2)
  })
})

test('closed alerts are kept for 180 days, open ones for ever', async () => {
  const merchant = await makeMerchant(app)
  const [machine, other] = [await makeOldMachine(merchant), await makeOldMachine(merchant)]
  await lose(merchant, machine, other)
  await sayStatus(app, machine, 'online')
  await stayOnline(app, 180, machine)
  await lookAt(app, merchant)
  const [closed] = (await listed(merchant, { state: 'closed' })).data
  const end = new Date(closed?.closed_at ?? 0).getTime()
  await sweep(app.deps, merchant.tenantId, new Date(end + 180 * dayMs))
  expect((await listed(merchant, { state: 'closed' })).count).toBe(1)
  await sweep(app.deps, merchant.tenantId, new Date(end + 180 * dayMs + 1))
  expect((await listed(merchant, { state: 'closed' })).count).toBe(0)
  expect((await listed(merchant)).count).toBe(1)
})
