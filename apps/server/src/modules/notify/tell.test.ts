import { AsyncLocalStorage } from 'node:async_hooks'

import { contract, notifyKinds } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeDevice, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import {
  bindInbox,
  dueNotices,
  happen,
  manyDevices,
  messagesOf,
  midnightQuiet,
  noticeCounts,
  noticesOf,
  turnOf,
  twoStoresStand,
  work,
} from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import type { EndedRefund } from '../../kernel/hooks.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { noteRefunds, sendNotice, tell } from './index.ts'

const { delNotify, editNotify } = contract.notify

const app = await testApp()
app.clock.now = new Date('2026-11-20T12:00:00+08:00')
const neighbour = await makeMerchant(app)
await bindInbox(app, neighbour)

/** Sets the clock to a time of the day in China. */
function atClock(clock: string, day = '2026-11-20'): void {
  app.clock.now = new Date(`${day}T${clock}:00+08:00`)
}

describe('what happens within a minute', () => {
  test('is queued for a minute later, and what follows joins it', async () => {
    const { owner, inPier, inMall } = await twoStoresStand(app)
    const first = app.clock.now
    await happen(app, owner, [turnOf(app, inPier)])
    app.clock.advance(40)
    await happen(app, owner, [turnOf(app, inMall)])
    const jobs = await asOwner<{ run_at: Date }>(
      app,
      'select run_at from graphile_worker.jobs where key = $1',
      [`notice-tell:${owner.tenantId}`],
    )
    expect(jobs).toEqual([{ run_at: new Date(first.getTime() + 60_000) }])
  })

  test('is told by notices of which the second comes after the first one of another merchant', async () => {
    const { owner, inPier } = await twoStoresStand(app)
    for (let i = 0; i < 2; i += 1)
      await bindInbox(app, owner, await makeStaff(app, owner, { permissions: ['device.manage'] }))
    await happen(app, owner, [turnOf(app, inPier)])
    await tell(app.deps, owner.tenantId)
    const jobs = await asOwner<{ priority: number }>(
      app,
      'select priority from graphile_worker._private_jobs where key like $1 order by priority',
      [`notice-send:${owner.tenantId}:%`],
    )
    expect(jobs.map(({ priority }) => priority)).toEqual([0, 1, 2])
  })

  test('a store that loses its network is one notice to each receiver', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
    const second = await bindInbox(app, owner, clerk)
    const machines = await manyDevices(app, owner, inPier.store, 200)
    await happen(
      app,
      owner,
      machines.map((id) => turnOf(app, { id, store: inPier.store })),
    )
    await work(app, owner)
    const notices = await noticesOf(app, owner)
    expect(notices.map(({ notify_id: id, state, events }) => [id, state, events.length])).toEqual([
      [notifyId, 'sent', 200],
      [second, 'sent', 200],
    ])
    const [message] = await messagesOf(app, clerk)
    expect(message).toMatchObject({
      count: 200,
      sums: [{ kind: 'offline', phase: 'begin', count: 200, amount: null }],
      groups: [{ kind: 'offline', store: inPier.store, store_name: 'Pier 3', count: 200 }],
    })
    expect(message?.items).toHaveLength(50)
  })

  test('nothing reaches another merchant', async () => {
    expect(await noticesOf(app, neighbour)).toEqual([])
    expect(await messagesOf(app, neighbour)).toEqual([])
  })
})

describe('each event is in exactly one notice', () => {
  test('when it is reported again, and when notices are made by several processes at once', async () => {
    const { owner, inPier, inMall, notifyId } = await twoStoresStand(app)
    const turns = [turnOf(app, inPier), turnOf(app, inMall)]
    await happen(app, owner, turns)
    await happen(app, owner, turns)
    await Promise.all([1, 2, 3].map(() => tell(app.deps, owner.tenantId)))
    await tell(app.deps, owner.tenantId)
    expect(await noticeCounts(app, owner, notifyId)).toEqual([1, 1])
    expect(await noticesOf(app, owner)).toHaveLength(1)
  })

  test('when it is reported again after its notice was made', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    const turns = [turnOf(app, inPier)]
    await happen(app, owner, turns)
    await work(app, owner)
    await happen(app, owner, turns)
    await tell(app.deps, owner.tenantId)
    expect(await noticeCounts(app, owner, notifyId)).toEqual([1])
    expect(await noticesOf(app, owner)).toHaveLength(1)
  })

  test('when the process dies before the commit', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    await happen(app, owner, [turnOf(app, inPier)])
    const killed = tell(app.deps, owner.tenantId, () => Promise.reject(new Error('killed')))
    await expect(killed).rejects.toThrow('killed')
    expect(await noticesOf(app, owner)).toEqual([])
    await work(app, owner)
    expect(await noticeCounts(app, owner, notifyId)).toEqual([1])
  })

  test('when it happens while notices are made', async () => {
    const { owner, inPier, inMall, notifyId } = await twoStoresStand(app)
    await happen(app, owner, [turnOf(app, inPier)])
    let isFirst = true
    // Another process, which holds no connection of this one.
    const elsewhere = AsyncLocalStorage.snapshot()
    const happenElsewhere = () =>
      inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
        const ctx = { tx, tenantId: owner.tenantId, deps: app.deps, now: app.clock.now }
        for (const note of app.deps.hooks.alertTurned) await note(ctx, [turnOf(app, inMall)])
      })
    await tell(app.deps, owner.tenantId, async () => {
      if (isFirst) await elsewhere(happenElsewhere)
      isFirst = false
    })
    await work(app, owner)
    expect(await noticeCounts(app, owner, notifyId)).toEqual([1, 1])
  })
})

describe('a receiver is told', () => {
  test('of the kinds that were chosen', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    await app.call(editNotify, { notify_id: notifyId, permission: 'low_stock' }, { as: owner })
    const low = turnOf(app, inPier, { kind: 'low_stock', low: 2 })
    await happen(app, owner, [turnOf(app, inPier), low])
    await work(app, owner)
    expect((await noticesOf(app, owner)).map(({ events }) => events)).toEqual([[`${low.alertId} begin`]])
    expect((await messagesOf(app, owner))[0]?.items).toMatchObject([
      { kind: 'low_stock', low: 2, title: 'Lobby' },
    ])
  })

  test('of the stores that were chosen, and never of machines without one', async () => {
    const { owner, inPier, inMall, notifyId } = await twoStoresStand(app)
    const alone = await makeDevice(app, owner, null)
    const part = { notify_id: notifyId, all_device: false, store: [inPier.store] }
    await app.call(editNotify, part, { as: owner })
    const here = turnOf(app, inPier)
    await happen(app, owner, [here, turnOf(app, inMall), turnOf(app, alone)])
    await work(app, owner)
    expect((await noticesOf(app, owner)).flatMap(({ events }) => events)).toEqual([`${here.alertId} begin`])
  })

  test('of the stores and machines of the account, although all were chosen', async () => {
    const { owner, inPier, inMall } = await twoStoresStand(app)
    const other = { ...(await makeDevice(app, owner, inMall.store)), store: inMall.store }
    const clerk = await makeStaff(app, owner, {
      permissions: ['device.manage'],
      stores: [inPier.store],
      devices: [other.id],
    })
    const id = await bindInbox(app, owner, clerk)
    const [a, b, c] = [turnOf(app, inPier), turnOf(app, inMall), turnOf(app, other)]
    await happen(app, owner, [a, b, c])
    await work(app, owner)
    const notice = (await noticesOf(app, owner)).find(({ notify_id: one }) => one === id)
    expect(notice?.events).toEqual([`${a.alertId} begin`, `${c.alertId} begin`])
  })

  test.each([
    ['device.manage', ['offline', 'low_stock', 'abnormal']],
    ['device.refill', ['low_stock']],
    ['device.price', []],
    ['order.buyBill', ['auto_refund', 'manual_refund']],
    ['goods.manage', []],
  ] as const)('with the permission %s of %j', async (permission, kinds) => {
    const { owner, inPier } = await twoStoresStand(app)
    const clerk = await makeStaff(app, owner, { permissions: [permission] })
    const id = await bindInbox(app, owner, clerk)
    await everyKind(owner, inPier)
    await tell(app.deps, owner.tenantId)
    const made = (await noticesOf(app, owner)).filter(({ notify_id: one }) => one === id)
    expect(made.flatMap(({ events }) => events)).toHaveLength(kinds.length)
    await work(app, owner)
    const clerkKinds = (await messagesOf(app, clerk)).flatMap(({ items }) => items.map(({ kind }) => kind))
    expect(clerkKinds.toSorted()).toEqual([...kinds].toSorted())
    const all = (await messagesOf(app, owner)).flatMap(({ items }) => items.map(({ kind }) => kind))
    expect(all.toSorted()).toEqual([...notifyKinds].toSorted())
  })

  test('no more when its account was deleted', async () => {
    const { owner, inPier } = await twoStoresStand(app)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
    const id = await bindInbox(app, owner, clerk)
    await app.call(contract.staff.delSubUser, { sub_userid: clerk.accountId }, { as: owner })
    await happen(app, owner, [turnOf(app, inPier)])
    await work(app, owner)
    expect((await noticesOf(app, owner)).filter(({ notify_id: one }) => one === id)).toEqual([])
  })

  test('nothing while it is turned off, and not later either', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    await app.call(editNotify, { notify_id: notifyId, notice: false }, { as: owner })
    await happen(app, owner, [turnOf(app, inPier)])
    await work(app, owner)
    await app.call(editNotify, { notify_id: notifyId, notice: true }, { as: owner })
    await work(app, owner)
    expect(await noticesOf(app, owner)).toEqual([])
  })

  test('what refunds add up to, though it is more than an int holds', async () => {
    const { owner, inPier } = await twoStoresStand(app)
    const largest = Array.from({ length: 30 }, (_, n) =>
      refundAt(inPier, { id: String(n), amount: 100_000_000 }),
    )
    await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      noteRefunds({ tx, tenantId: owner.tenantId, now: app.clock.now }, largest),
    )
    await work(app, owner)
    expect(await messagesOf(app, owner)).toMatchObject([
      { count: 30, sums: [{ kind: 'manual_refund', count: 30, amount: 3_000_000_000 }] },
    ])
  })

  const refundAt = (
    machine: { id: string; store: string },
    { id, kind = 'manual', amount = 350 }: { id: string; kind?: EndedRefund['kind']; amount?: number },
  ): EndedRefund => ({
    refundId: id,
    kind,
    orderno: ordernoOf(app.clock.now, [id]),
    deviceId: machine.id,
    storeId: machine.store,
    amount,
  })

  /** One event of each kind. */
  async function everyKind(owner: Merchant, machine: { id: string; store: string }): Promise<void> {
    const kinds = ['offline', 'low_stock', 'abnormal'] as const
    await happen(
      app,
      owner,
      kinds.map((kind) => turnOf(app, machine, { kind })),
    )
    await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      noteRefunds({ tx, tenantId: owner.tenantId, now: app.clock.now }, [
        refundAt(machine, { id: '1', kind: 'auto' }),
        refundAt(machine, { id: '2' }),
      ]),
    )
  }
})

describe('a machine that flaps', () => {
  test('within a minute is one thing of one notice: how it is in the end', async () => {
    const { owner, inPier } = await twoStoresStand(app)
    const turns = [1, 2, 3].flatMap(() => {
      const begin = turnOf(app, inPier)
      return [begin, { ...begin, phase: 'end' as const }]
    })
    const last = turnOf(app, inPier)
    await happen(app, owner, [...turns, last])
    await work(app, owner)
    expect(await noticesOf(app, owner)).toHaveLength(1)
    const [message] = await messagesOf(app, owner)
    expect(message).toMatchObject({ count: 1, items: [{ phase: 'begin' }] })
  })
})

describe('a receiver that is deleted', () => {
  test('gets neither what was held, nor what waits, nor what happens later', async () => {
    const { owner, inPier, inMall, notifyId } = await twoStoresStand(app)
    const sibling = await bindInbox(
      app,
      owner,
      await makeStaff(app, owner, { permissions: ['device.manage'] }),
    )
    await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
    atClock('21:59')
    await happen(app, owner, [turnOf(app, inPier)])
    await tell(app.deps, owner.tenantId)
    const [waiting] = await dueNotices(app, owner)
    atClock('23:00')
    await happen(app, owner, [turnOf(app, inMall)])
    await tell(app.deps, owner.tenantId)
    await app.call(delNotify, { notify_id: notifyId }, { as: owner })
    await sendNotice(app.deps, owner.tenantId, waiting ?? '')
    atClock('09:00', '2026-11-21')
    await happen(app, owner, [turnOf(app, inPier)])
    await work(app, owner)
    expect(await messagesOf(app, owner)).toEqual([])
    const notices = await noticesOf(app, owner)
    expect(notices.map(({ notify_id: id, state }) => [id, state])).toEqual(
      [1, 2, 3].map(() => [sibling, 'sent']),
    )
  })
})

test('more events than fit into one portion are told in one go', async () => {
  const { owner, inPier, notifyId } = await twoStoresStand(app)
  await asOwner(
    app,
    `insert into notice_event (tenant_id, kind, phase, subject, device_id, at)
     select $1, 'offline', 'begin', 1000000 + n, $2, now() from generate_series(1, 5001) n`,
    [owner.tenantId, inPier.id],
  )
  await tell(app.deps, owner.tenantId)
  const ownNotices = (await noticesOf(app, owner)).filter(({ notify_id: id }) => id === notifyId)
  expect(ownNotices.flatMap(({ events }) => events)).toHaveLength(5_001)
})
