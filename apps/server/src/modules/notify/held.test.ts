import { contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff } from '../../../test/factories.ts'
import {
  bindInbox,
  dueNotices,
  happen,
  messagesOf,
  midnightQuiet,
  noticeCounts,
  noticesOf,
  turnOf,
  twoStoresStand,
  work,
} from '../../../test/notify-stand.ts'
import { tell } from './index.ts'

const { editNotify } = contract.notify

const app = await testApp()
app.clock.now = new Date('2026-11-20T12:00:00+08:00')

/** Sets the clock to a time of the day in China. */
function atClock(clock: string, day = '2026-11-20'): void {
  app.clock.now = new Date(`${day}T${clock}:00+08:00`)
}

describe('quiet hours', () => {
  test('over midnight hold everything back, and end with one summary', async () => {
    const { owner, inPier, inMall, notifyId } = await twoStoresStand(app)
    await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
    atClock('23:30')
    await happen(app, owner, [turnOf(app, inPier)])
    await work(app, owner)
    atClock('02:00', '2026-11-21')
    await happen(app, owner, [turnOf(app, inMall)])
    await work(app, owner)
    expect(await noticesOf(app, owner)).toMatchObject([{ state: 'held' }])
    expect(await messagesOf(app, owner)).toEqual([])
    atClock('07:59', '2026-11-21')
    expect(await dueNotices(app, owner)).toEqual([])
    atClock('08:00', '2026-11-21')
    await work(app, owner)
    expect(await noticesOf(app, owner)).toMatchObject([{ state: 'sent', is_summary: true }])
    expect(await messagesOf(app, owner)).toMatchObject([{ is_summary: true, count: 2 }])
    expect(await noticeCounts(app, owner, notifyId)).toEqual([1, 1])
  })

  test('a machine that went offline and came back is told as back, once', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
    atClock('23:00')
    const begin = turnOf(app, inPier)
    await happen(app, owner, [begin])
    await tell(app.deps, owner.tenantId)
    atClock('03:00', '2026-11-21')
    await happen(app, owner, [{ ...begin, phase: 'end', at: app.clock.now }])
    await tell(app.deps, owner.tenantId)
    atClock('08:00', '2026-11-21')
    await work(app, owner)
    const [message] = await messagesOf(app, owner)
    expect(message).toMatchObject({ count: 1, items: [{ kind: 'offline', phase: 'end', title: 'Lobby' }] })
  })

  test('that are turned off release what they held', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
    atClock('23:00')
    await happen(app, owner, [turnOf(app, inPier)])
    await work(app, owner)
    await app.call(editNotify, { notify_id: notifyId, not_disture: false }, { as: owner })
    await work(app, owner)
    expect(await noticesOf(app, owner)).toMatchObject([{ state: 'sent' }])
  })

  test('hold one notice, also when two processes begin it at once', async () => {
    const { owner, inPier, inMall, notifyId } = await twoStoresStand(app)
    await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
    atClock('23:00')
    await happen(app, owner, [turnOf(app, inPier)])
    await Promise.all([1, 2].map(() => tell(app.deps, owner.tenantId)))
    await happen(app, owner, [turnOf(app, inMall)])
    await Promise.all([1, 2].map(() => tell(app.deps, owner.tenantId)))
    expect((await noticesOf(app, owner)).map(({ events }) => events.length)).toEqual([2])
  })

  test('of one receiver do not hold the notices of another', async () => {
    const { owner, inPier, notifyId } = await twoStoresStand(app)
    const other = await bindInbox(app, owner, await makeStaff(app, owner, { permissions: ['device.manage'] }))
    await app.call(editNotify, { notify_id: notifyId, ...midnightQuiet }, { as: owner })
    atClock('23:00')
    await happen(app, owner, [turnOf(app, inPier)])
    await work(app, owner)
    const states = (await noticesOf(app, owner)).map(({ notify_id: id, state }) => [id, state])
    expect(states.toSorted()).toEqual(
      [
        [notifyId, 'held'],
        [other, 'sent'],
      ].toSorted(),
    )
  })
})
