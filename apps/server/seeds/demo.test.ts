import {
  accountCalls,
  alertCalls,
  bankCardCalls,
  bankCodes,
  contract,
  couponCalls,
  deviceCalls,
  isBranchNo,
  memberCalls,
  notifyCalls,
  referrerCalls,
  regionCalls,
  staffCalls,
  thresholdCalls,
  voucherCalls,
} from '@slotwise/contract'
import { expect, onTestFinished, test } from 'vitest'

import { md5 } from '../src/kernel/passwords.ts'
import type { Patiently } from '../src/kernel/patience.ts'
import { look } from '../src/modules/alerts/index.ts'
import { testApp } from '../test/app.ts'
import { giveActivity, signIn } from '../test/factories.ts'
import { unbalancedCards } from '../test/member-stand.ts'
import { asOwner } from '../test/owner.ts'
import { closeDemo, demo, seedDemo } from './demo.ts'
import { malaysia } from './merchants/malaysia.ts'

const app = await testApp()
/** Enough for these tests; `history/history.test.ts` has more. */
const days = 2

/** Starts that end one step later each time, as when a process is killed; all tests here see what the last one left. */
for (let steps = 1, isMade = false; !isMade; steps++) {
  let left = steps
  const dying: Patiently = async (work) => {
    if (left-- <= 0) throw new Error('killed')
    return work()
  }
  isMade = await seedDemo(app.deps, { days, patiently: dying }).then(
    () => true,
    (error: Error) => {
      expect(error.message).toContain('killed')
      return false
    },
  )
}

test('the demo is made once', async () => {
  expect(await seedDemo(app.deps, { days })).toBe(false)
  const owner = await signIn(app, demo.username, demo.password)
  const roles = await app.call(staffCalls.getRole, {}, { as: owner })
  expect(roles.body.result.data.map(({ name }) => name)).toEqual(['客服 Clerk', '店长 Store manager'])
})

test.each([
  ['13800138000', 'clerk01'],
  ['+60123456780', 'clerk02'],
])('where the demo is off, %s and %s cannot log in, and their sessions end', async (main, sub) => {
  const owner = await signIn(app, main, demo.password)
  const clerk = await signIn(app, sub, demo.password)
  const { config } = app.deps
  const demoOn = config.demo
  onTestFinished(() => {
    config.demo = demoOn
  })
  config.demo = false
  await closeDemo(app.deps)
  for (const as of [owner, clerk]) expect((await app.call(accountCalls.me, {}, { as })).body.rcode).toBe(604)
  const logIn = async () => {
    const input = { username: main, password: md5(demo.password) }
    return (await app.call(accountCalls.login, input)).body.rcode
  }
  expect(await logIn()).toBe(200)
  config.demo = true
  expect(await logIn()).toBe(0)
})

test('the clerk sees the overview and the sales bills of one store, and cannot refund', async () => {
  const clerk = await signIn(app, 'clerk01', demo.password)
  const me = await app.call(accountCalls.me, {}, { as: clerk })
  expect(me.body.result.havePerms).toMatchObject({
    isMain: false,
    Home: true,
    Order: { BuyBill: true, Refund: false },
    Store: { AreaStore: false },
    User: { SubUser: false, Role: false },
  })
  const stores = await app.call(regionCalls.getAllStore, {}, { as: clerk })
  expect(stores.body.result.count).toBe(1)
})

test('the manager runs every store, without money out and roles', async () => {
  const manager = await signIn(app, 'manager01', demo.password)
  const me = await app.call(accountCalls.me, {}, { as: manager })
  expect(me.body.result).toMatchObject({
    hasOperPwd: true,
    havePerms: {
      Store: { AreaStore: true },
      Bank: { BankManage: false },
      User: { SubUser: true, Role: false },
    },
  })
  const stores = await app.call(contract.regions.getStore, {}, { as: manager })
  expect(stores.body.result.count).toBe(12)
})

test('has bank cards: one that is paid out to, one in review and one that was not approved', async () => {
  const owner = await signIn(app, demo.username, demo.password)
  const { data } = (await app.call(bankCardCalls.getMerchant, {}, { as: owner })).body.result
  expect(data.every(({ has_photos: has }) => has)).toBe(true)
  expect(data.map(({ state, reason, store_count: stores }) => [state, reason, stores])).toEqual([
    ['not_approved', '手持证件照不清晰，请重新拍摄', 0],
    ['reviewing', '', 0],
    ['approved', '', 11],
  ])
  for (const head_bank of bankCodes)
    for (const city of new Set(data.map((card) => card.city_code))) {
      const asked = { head_bank, province: '440000', city }
      const found = (await app.call(bankCardCalls.getBankNo, asked, { as: owner })).body.result.data
      expect(found.length).toBeGreaterThan(1)
      expect(found.filter(({ bank_no: no }) => !isBranchNo(no))).toEqual([])
    }
  const malay = await signIn(app, malaysia.username, demo.password)
  const accounts = await app.call(bankCardCalls.getMerchant, {}, { as: malay })
  // A card was approved before the sales that are paid out to it.
  const since = await asOwner<{ since: Date }>(
    app,
    'select min(create_at) as since from bill where merchant_id is not null',
  )
  for (const card of [...data, ...accounts.body.result.data].filter(({ state }) => state === 'approved'))
    expect(new Date(card.state_at).getTime()).toBeLessThan(since[0]?.since.getTime() ?? 0)
  expect(accounts.body.result.data).toMatchObject([{ state: 'approved', bank: 'Maybank', store_count: 5 }])
  const sold = await asOwner<{ accounts: string; without: string }>(
    app,
    `select count(distinct merchant_id) as accounts,
            count(distinct store_id) filter (where merchant_id is null and store_id is not null) as without
       from bill where tenant_id = (select tenant_id from login where username = $1)`,
    [demo.username],
  )
  expect(sold).toEqual([{ accounts: '1', without: '1' }])
})

test('gets the cards later when it was made before there were any', async () => {
  await asOwner(app, 'update store set merchant_id = null')
  await asOwner(app, 'delete from bank_photo')
  await asOwner(app, 'delete from settlement')
  await asOwner(app, 'delete from bank_card')
  expect(await seedDemo(app.deps, { days })).toBe(true)
  const owner = await signIn(app, demo.username, demo.password)
  const condition = { state: 'approved' } as const
  const { data } = (await app.call(bankCardCalls.getMerchant, { condition }, { as: owner })).body.result
  expect(data).toMatchObject([{ store_count: 11 }])
})

test('has alerts: one machine is offline, taken and refilled, and earlier ones are over', async () => {
  const owner = await signIn(app, demo.username, demo.password)
  const alerts = async (state: 'open' | 'closed') =>
    (await app.call(alertCalls.getAlerts, { condition: { state } }, { as: owner })).body.result
  const seen = async () =>
    (await alerts('open')).data.map(({ kind, title, taker_name: taker, low, done_at: done, remarks }) => [
      kind,
      title,
      taker,
      low > 0,
      done !== null,
      remarks,
    ])
  const open = [
    ['offline', '饮料零食机 6', '陈店长', false, false, ''],
    ['low_stock', '饮料零食机 6', '陈店长', true, true, '已补货，待设备联网后更新库存'],
  ]
  expect(await seen()).toEqual(open)
  const [login] = await asOwner<{ tenant_id: string }>(
    app,
    'select tenant_id from login where username = $1',
    [demo.username],
  )
  await look(app.deps, login?.tenant_id ?? '')
  expect(await seen(), 'a look agrees with it').toEqual(open)
  const devices = await app.call(deviceCalls.getDev, { condition: { q: '饮料零食机 6' } }, { as: owner })
  const [dark] = devices.body.result.data
  expect(dark?.heard_at, 'it was heard until it went').toBe(dark?.since)
  const closed = await alerts('closed')
  expect(closed.count).toBe(8)
  expect(new Set(closed.data.map(({ kind }) => kind)).size).toBe(3)
  const { stores } = (await app.call(thresholdCalls.getThresholds, {}, { as: owner })).body.result
  expect(stores).toMatchObject([{ store_name: '车公庙地铁店', low: { mode: 'share', value: 30 } }])
})

test('has messages of the past days in the inbox of the main account, the latest of them unread', async () => {
  const owner = await signIn(app, demo.username, demo.password)
  const receivers = (await app.call(notifyCalls.getNotifyList, {}, { as: owner })).body.result.data
  expect(receivers).toHaveLength(1)
  const inbox = (await app.call(notifyCalls.getInbox, { pageSize: 50 }, { as: owner })).body.result.data
  const unread = inbox.filter(({ read_at: at }) => at === null)
  expect([inbox.length, unread.length]).toEqual([16, 3])
  const notices = (await app.call(notifyCalls.getNotices, { pageSize: 50 }, { as: owner })).body.result.data
  expect(notices.map(({ state }) => state)).toEqual(Array(16).fill('sent'))
  const [told] = await asOwner<{ untold: number }>(
    app,
    'select count(*)::int as untold from notice_event where told_at is null',
  )
  expect(told?.untold).toBe(0)
})

test('coupons run, have ended, have not begun and are deleted; those that were used belong to cheaper sales', async () => {
  giveActivity(app, demo)
  const owner = await signIn(app, demo.username, demo.password)
  const { data } = (await app.call(couponCalls.getCoupon, {}, { as: owner })).body.result
  expect(data.map(({ phase }) => phase).toSorted()).toEqual(['ended', 'running', 'running', 'upcoming'])
  const gone = await app.call(couponCalls.getCoupon, { condition: { state: 'deleted' } }, { as: owner })
  expect(gone.body.result.count).toBe(1)
  const used = await asOwner<{ fits: boolean; within: boolean }>(
    app,
    `select b.list_price - b.total_price = g.discount and b.total_price = g.paid as fits,
            g.received_at < b.create_at and o.discount = g.discount as within
       from coupon_grant g
       join bill b on b.tenant_id = g.tenant_id and b.orderno = g.orderno
       join pay_order o on o.tenant_id = g.tenant_id and o.orderno = g.orderno
      where g.state = 'used'`,
  )
  const [cheaper] = await asOwner<{ count: number }>(
    app,
    `select count(*)::int as count from pay_order where discount > 0 and state = 'paid'`,
  )
  expect(used.length).toBeGreaterThan(0)
  expect(used).toHaveLength(cheaper?.count ?? 0)
  expect(used.every(({ fits, within }) => fits && within)).toBe(true)
})

test('members have a past: what a card paid, and what is left, add up', async () => {
  expect(await unbalancedCards(app)).toEqual([])
  const owner = await signIn(app, demo.username, demo.password)
  const cards = await app.call(memberCalls.getCardList, {}, { as: owner })
  expect(cards.body.result.count).toBeGreaterThan(50)
  const members = await app.call(memberCalls.getMemberList, {}, { as: owner })
  expect(members.body.result.count).toBeLessThan(cards.body.result.count)
  const [best] = members.body.result.data
  expect(best?.spend).toBeGreaterThan(0)
  // Every sale by card names a card, and its points were taken from it.
  const [sales] = await asOwner<{ count: number; paid: number }>(
    app,
    `select count(*)::int, count(m.move_id)::int as paid
       from pay_order p left join card c on c.tenant_id = p.tenant_id and c.cardno = p.cardno
       left join point_move m on m.card_id = c.card_id and m.orderno = p.orderno and m.amount = -p.amount and reason = 'sale'
      where p.client = 'card'`,
  )
  expect(sales?.count).toBeGreaterThan(0)
  expect(sales?.paid).toBe(sales?.count)
  const gifts = await asOwner(
    app,
    `select from bill_refund r join pay_order p on p.orderno = r.orderno
      where p.client = 'card' and r.state = 'refunded' and not exists
        (select from point_move m where m.orderno = r.orderno and m.reason = 'refund' and m.amount = r.amount)`,
  )
  expect(gifts).toEqual([])
})

test.each(['13800138000', '+60123456780'])(
  'has referrers, and vouchers of %s whose used ones are true bills',
  async (username) => {
    giveActivity(app, { username })
    const owner = await signIn(app, username, demo.password)
    const { data: referrers } = (await app.call(referrerCalls.getReferrer, {}, { as: owner })).body.result
    expect(referrers).toHaveLength(5)
    const { data: batches } = (await app.call(voucherCalls.getGiftBatches, {}, { as: owner })).body.result
    expect(batches).toHaveLength(4)
    expect(batches.filter(({ unused, deleted }) => unused > 0 && deleted > 0)).toHaveLength(3)
    const vouchers = await asOwner(
      app,
      `select v.state, b.client, b.device_id = v.device_id and b.create_at = v.used_at
              and b.goods -> 0 ->> 'goods_id' = batch.goods_id::text as fits
         from login l join voucher v using (tenant_id) join voucher_batch batch using (tenant_id, batch_id)
         left join bill b on b.tenant_id = v.tenant_id and b.orderno = v.orderno
        where l.username = $1 and v.state = 'used'`,
      [username],
    )
    expect(vouchers.length).toBeGreaterThan(0)
    for (const voucher of vouchers) expect(voucher).toEqual({ state: 'used', client: 'gift', fits: true })
  },
)
