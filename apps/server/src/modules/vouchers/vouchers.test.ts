import { goodsCalls, referrerCalls, spokenCode, voucherCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { readExport } from '../../../test/exports.ts'
import { giveActivity, makeDevice, makeGoods, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeReferrer, makeVoucher, makeVouchers } from '../../../test/voucher-stand.ts'
import { refOf } from '../../kernel/ctx.ts'
import { newCode } from './code-model.ts'
import { vouchersFor, vouchersOfReferrers } from './index.ts'

const app = await testApp()
const { addGift, disableGift, disableGiftBatch, getGift, getGiftBatches, getGiftCode, getGiftSheet } =
  voucherCalls
let owner: Merchant
let neighbour: Merchant
let goods: string
let sibling: string

beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  for (const one of [owner, neighbour]) giveActivity(app, one)
  goods = (await makeGoods(app, owner, { title: 'Cola' })).goods_id
  sibling = (await makeGoods(app, owner, { title: 'Water' })).goods_id
})

const list = async (condition: object = {}) =>
  (await app.call(getGift, { pageSize: 999, condition }, { as: owner })).body.result
const auditOf = (call: string) =>
  asOwner<{ object: string; object_id: string; before: unknown; after: unknown }>(
    app,
    'select object, object_id, before, after from audit where tenant_id = $1 and call = $2 order by audit_id',
    [owner.tenantId, call],
  )

test('codes have at least twelve characters that are not taken for each other, and do not repeat', () => {
  const codes = Array.from({ length: 2_000 }, newCode)
  expect(codes.filter((code) => !/^[2-9A-HJ-NP-Z]{12}$/.test(code))).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
  expect(spokenCode('7QK2M9XW4TPD')).toBe('7QK2-M9XW-4TPD')
})

describe('vouchers', () => {
  test('are made at once, each with a code of its own, and keep what they are for', async () => {
    const referrer = await makeReferrer(app, owner, { name: 'Chen' })
    const { sn, title } = { ...(await makeDevice(app, owner, null, 'Lobby')), title: 'Lobby' }
    const { batch, vouchers } = await makeVouchers(app, owner, {
      name: 'Opening',
      goods,
      quantity: 2,
      referrer: referrer.referrer_id,
      device: [sn, sn],
      copies: 12,
    })
    expect(batch).toMatchObject({ name: 'Opening', unused: 12, used: 0, deleted: 0 })
    expect(new Set(vouchers.map(({ code }) => code)).size).toBe(12)
    const { data, count } = await list()
    expect(count).toBe(12)
    for (const gift of data)
      expect(gift).toMatchObject({
        name: 'Opening',
        goods,
        goods_name: 'Cola',
        quantity: 2,
        referrer: referrer.referrer_id,
        referrer_name: 'Chen',
        device: [sn],
        device_names: [title],
        state: 'unused',
        used_at: null,
        orderno: null,
      })
    expect(JSON.stringify(data)).not.toContain(vouchers[0]?.code)
    const [line] = await auditOf('addGift')
    expect(line).toMatchObject({
      object: 'giftBatch',
      object_id: batch.batch,
      after: { name: 'Opening', copies: 12, goods_name: 'Cola', referrer_name: 'Chen' },
    })
    expect(JSON.stringify(line)).not.toContain(vouchers[0]?.code)
  })

  test('are found by name, whole code, state, goods, referrer and batch', async () => {
    const referrer = await makeReferrer(app, owner)
    const first = await makeVouchers(app, owner, { name: 'Spring', goods, copies: 2 })
    const second = await makeVouchers(app, owner, {
      name: 'Autumn',
      goods: sibling,
      referrer: referrer.referrer_id,
    })
    const [one, two] = first.vouchers
    await app.call(disableGift, { gift_id: one?.gift_id ?? '' }, { as: owner })
    const idsOf = async (condition: object) => (await list(condition)).data.map((gift) => gift.gift_id)
    const only = second.vouchers.map((gift) => gift.gift_id)
    expect(await idsOf({ q: 'autu' })).toEqual(only)
    expect(await idsOf({ q: spokenCode(two?.code ?? '').toLowerCase() })).toEqual([two?.gift_id])
    expect(await idsOf({ q: two?.code.slice(0, 6) })).toEqual([])
    expect(await idsOf({ state: 'deleted' })).toEqual([one?.gift_id])
    expect(await idsOf({ goods: sibling })).toEqual(only)
    expect(await idsOf({ referrer: referrer.referrer_id })).toEqual(only)
    expect(await idsOf({ batch: first.batch.batch })).toEqual([two?.gift_id, one?.gift_id])
    const batches = async (condition: object) =>
      (await app.call(getGiftBatches, { condition }, { as: owner })).body.result.data
    expect(await batches({})).toMatchObject([
      { name: 'Autumn', unused: 1, deleted: 0 },
      { name: 'Spring', unused: 1, deleted: 1 },
    ])
    expect(await batches({ q: 'spr', goods })).toHaveLength(1)
    expect(await batches({ referrer: referrer.referrer_id })).toMatchObject([{ name: 'Autumn' }])
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['no pieces', { quantity: 0 }, 'quantity'],
    ['too many pieces', { quantity: 101 }, 'quantity'],
    ['half a piece', { quantity: 1.5 }, 'quantity'],
    ['no copies', { copies: 0 }, 'copies'],
    ['too many copies', { copies: 501 }, 'copies'],
    ['unknown goods', { goods: '999999' }, 'goods'],
    ['an unknown referrer', { referrer: '999999' }, 'referrer'],
    ['an unknown machine', { device: ['99999999'] }, 'device'],
  ])('with %s are refused at the field', async (_, wrong, path) => {
    const { body } = await app.call(addGift, { name: 'X', goods, ...wrong }, { as: owner })
    expect([body.rcode, body.result]).toMatchObject([100, { errors: [{ path }] }])
    expect((await list()).count).toBe(0)
  })

  test('are named by the answer, in the order in which they were made', async () => {
    const draft = { name: 'Spring', goods, copies: 3 }
    const { body } = await app.call(addGift, draft, { as: owner })
    const made = (await list({ batch: body.result.batch })).data.map((gift) => gift.gift_id)
    expect(body.result.gift_ids).toEqual(made.toReversed())
    expect(made).toHaveLength(3)
  })

  test('at most 500 are made at once', async () => {
    const { batch, vouchers } = await makeVouchers(app, owner, { goods, copies: 500 })
    expect([batch.unused, vouchers.length]).toEqual([500, 500])
  })

  test("are not made for another merchant's goods, referrers and machines", async () => {
    const theirs = {
      goods: (await makeGoods(app, neighbour)).goods_id,
      referrer: (await makeReferrer(app, neighbour)).referrer_id,
      device: [(await makeDevice(app, neighbour, null)).sn],
    }
    for (const [field, value] of Object.entries(theirs)) {
      const { body } = await app.call(addGift, { name: 'X', goods, [field]: value }, { as: owner })
      expect([body.rcode, body.result]).toMatchObject([100, { errors: [{ path: field }] }])
    }
  })

  test('are not made for a deleted referrer, but keep the name of one that is deleted later', async () => {
    const { referrer_id: referrer } = await makeReferrer(app, owner, { name: 'Chen' })
    const { gift_id } = await makeVoucher(app, owner, { goods, referrer })
    await app.call(referrerCalls.delReferrer, { referrer_id: referrer }, { as: owner })
    expect((await list({ ids: [gift_id] })).data).toMatchObject([{ state: 'unused', referrer_name: 'Chen' }])
    const { body } = await app.call(addGift, { name: 'X', goods, referrer }, { as: owner })
    expect([body.rcode, body.result]).toMatchObject([100, { errors: [{ path: 'referrer' }] }])
  })
})

describe('a deleted voucher', () => {
  test('stays in the list, is deleted once, and its siblings stay unused', async () => {
    const { vouchers } = await makeVouchers(app, owner, { goods, copies: 3 })
    const [first, ...others] = vouchers
    const gift_id = first?.gift_id ?? ''
    const { body } = await app.call(disableGift, { gift_id }, { as: owner })
    expect(body).toMatchObject({ rcode: 0, result: { gift_id, state: 'deleted' } })
    expect((await app.call(disableGift, { gift_id }, { as: owner })).body).toMatchObject({
      rcode: 103,
      msg: 'This voucher has been deleted',
    })
    expect((await list({ state: 'unused' })).data.map((gift) => gift.gift_id).toSorted()).toEqual(
      others.map((gift) => gift.gift_id).toSorted(),
    )
    expect(await auditOf('disableGift')).toMatchObject([
      { object: 'gift', object_id: gift_id, before: { state: 'unused' }, after: { state: 'deleted' } },
    ])
  })

  test('a batch loses its unused vouchers at once, and other batches none', async () => {
    const { batch, vouchers } = await makeVouchers(app, owner, { goods, copies: 3 })
    const other = await makeVouchers(app, owner, { goods, copies: 2 })
    await use(vouchers[0]?.gift_id)
    const { body } = await app.call(disableGiftBatch, { batch: batch.batch }, { as: owner })
    expect(body.result).toMatchObject({ unused: 0, used: 1, deleted: 2 })
    expect((await app.call(disableGiftBatch, { batch: batch.batch }, { as: owner })).body.rcode).toBe(103)
    expect((await list({ batch: other.batch.batch, state: 'unused' })).count).toBe(2)
    expect(
      (await app.call(disableGift, { gift_id: vouchers[0]?.gift_id ?? '' }, { as: owner })).body.msg,
    ).toBe('This voucher has been used')
    expect(await auditOf('disableGiftBatch')).toMatchObject([{ before: { copies: 2 } }])
  })

  test("another merchant's is unknown", async () => {
    const { gift_id, batch } = await makeVoucher(app, owner, { goods })
    for (const [call, input] of [
      [disableGift, { gift_id }],
      [getGiftCode, { gift_id }],
      [disableGiftBatch, { batch }],
    ] as const)
      expect((await app.call(call, input as never, { as: neighbour })).body.rcode).toBe(101)
    expect((await list()).data).toMatchObject([{ state: 'unused' }])
  })
})

/** As an order of a machine does. */
const use = (id = '') =>
  asOwner(
    app,
    `update voucher set state = 'used', used_at = $2, orderno = 'o' || gift_id, device_id = 1 where gift_id = $1`,
    [id, app.clock.now],
  )

describe('the code of a voucher', () => {
  test('is shown while it is unused, and not when it is used or deleted', async () => {
    const { vouchers, batch } = await makeVouchers(app, owner, { goods, copies: 3 })
    const [used = '', deleted = '', unused = ''] = vouchers.map((gift) => gift.gift_id)
    await use(used)
    await app.call(disableGift, { gift_id: deleted }, { as: owner })
    const codeOf = async (gift_id: string) => (await app.call(getGiftCode, { gift_id }, { as: owner })).body
    expect(await codeOf(unused)).toMatchObject({ rcode: 0, result: vouchers[2] })
    expect(await codeOf(used)).toMatchObject({ rcode: 103, msg: 'This voucher has been used', result: null })
    expect(await codeOf(deleted)).toMatchObject({ rcode: 103, msg: 'This voucher has been deleted' })
    const sheet = async (input: object) =>
      (await app.call(getGiftSheet, input, { as: owner })).body.result.data.map((gift) => gift.gift_id)
    expect(await sheet({ batch: batch.batch })).toEqual([unused])
    expect(await sheet({ ids: [used, deleted, unused] })).toEqual([unused])
    expect(await sheet({})).toEqual([])
  })

  test('is in the export of unused ones alone', async () => {
    const { vouchers } = await makeVouchers(app, owner, { name: 'Opening', goods, copies: 2 })
    const [deleted, unused] = vouchers
    await app.call(disableGift, { gift_id: deleted?.gift_id ?? '' }, { as: owner })
    const [head, ...lines] = await readExport(app, voucherCalls.exportGift, { kind: 'gift' }, owner)
    expect(head?.slice(0, 3)).toEqual(['Voucher name', 'Code', 'Goods'])
    const shown = lines.map((line) => [line.includes(spokenCode(unused?.code ?? '')), line.length])
    expect(shown).toEqual([
      [true, 7],
      [false, 6],
    ])
    expect(lines[0]).toContain('Unused')
    expect(lines[1]).toContain('Deleted')
    expect(JSON.stringify(lines)).not.toContain(spokenCode(deleted?.code ?? ''))
  })
})

test('batches are exported with what became of their vouchers, by the filter of the list', async () => {
  const { referrer_id: referrer } = await makeReferrer(app, owner, { name: 'Chen' })
  const { sn } = await makeDevice(app, owner, null, 'Lobby')
  const draft = { name: 'Opening', goods, quantity: 2, referrer, device: [sn], copies: 4 }
  const { vouchers } = await makeVouchers(app, owner, draft)
  await makeVouchers(app, owner, { name: 'Plain', goods: sibling })
  await makeVouchers(app, neighbour, { goods: (await makeGoods(app, neighbour)).goods_id })
  await use(vouchers[0]?.gift_id)
  await app.call(disableGift, { gift_id: vouchers[1]?.gift_id ?? '' }, { as: owner })
  const lines = async (condition: object) =>
    (await readExport(app, voucherCalls.exportGift, { kind: 'batch', condition }, owner)).map((line) =>
      line.slice(0, 9),
    )
  const [head, ...all] = await lines({})
  expect(head?.slice(0, 4)).toEqual(['Voucher name', 'Goods', 'Pieces per voucher', 'Number of vouchers'])
  expect(head?.slice(4)).toEqual(['Unused', 'Used', 'Deleted', 'Referrer', 'Valid at'])
  expect(all.map(([name]) => name)).toEqual(['Plain', 'Opening'])
  expect(all[0]?.slice(0, 8)).toEqual(['Plain', 'Water', '1', '1', '1', '0', '0', 'All devices'])
  expect(all[1]).toEqual(['Opening', 'Cola', '2', '4', '2', '1', '1', 'Chen', 'Lobby'])
  expect(await lines({ referrer })).toEqual([head, all[1]])
  expect((await lines({ q: 'plai' })).map(([name]) => name)).toEqual(['Voucher name', 'Plain'])
})

test('goods with unused vouchers are not deleted, and those of used and deleted ones are', async () => {
  const { vouchers } = await makeVouchers(app, owner, { goods, copies: 2 })
  const remove = async () => (await app.call(goodsCalls.delPrivate, { goods_id: goods }, { as: owner })).body
  expect(await remove()).toMatchObject({
    rcode: 103,
    msg: 'There are still unused vouchers for these goods (2). Delete the vouchers first.',
  })
  await use(vouchers[0]?.gift_id)
  await app.call(disableGift, { gift_id: vouchers[1]?.gift_id ?? '' }, { as: owner })
  expect((await remove()).rcode).toBe(0)
  expect((await list()).data.map(({ goods_name: name }) => name)).toEqual(['Cola', 'Cola'])
})

test('the vouchers of referrers are counted from a moment to another, the second excluded', async () => {
  const since = app.clock.now
  const before = new Date(since.getTime() + 60_000)
  const at = (moment: Date, ms = 0) => void (app.clock.now = new Date(moment.getTime() + ms))
  const [chen, lin, wu] = [
    await makeReferrer(app, owner),
    await makeReferrer(app, owner),
    await makeReferrer(app, owner),
  ]
  const make = (referrer: string, copies = 1) => makeVouchers(app, owner, { goods, referrer, copies })
  at(since, -1)
  const [early, late, earliest] = (await make(chen.referrer_id, 4)).vouchers
  await use(earliest?.gift_id)
  at(since)
  await use(early?.gift_id)
  const [deleted] = (await make(chen.referrer_id, 3)).vouchers
  await app.call(disableGift, { gift_id: deleted?.gift_id ?? '' }, { as: owner })
  await makeVouchers(app, owner, { goods: sibling })
  at(before, -1)
  const [last] = (await make(lin.referrer_id)).vouchers
  await use(last?.gift_id)
  at(before)
  await use(late?.gift_id)
  await make(wu.referrer_id)
  const foreign = (await makeGoods(app, neighbour)).goods_id
  const theirs = (await makeReferrer(app, neighbour)).referrer_id
  at(since)
  await makeVouchers(app, neighbour, { goods: foreign, referrer: theirs })
  at(before)
  await asUser(app, owner, async (ctx) => {
    expect(await vouchersOfReferrers(refOf(ctx), { since, before })).toEqual(
      new Map([
        [chen.referrer_id, { made: 2, used: 1 }],
        [lin.referrer_id, { made: 1, used: 1 }],
      ]),
    )
    // Of the first batch one is left, of the second two, and one of the last; other goods are not counted.
    expect(await vouchersFor(ctx, goods)).toEqual({ count: 4, names: [] })
    expect(await vouchersFor(ctx, foreign)).toEqual({ count: 0, names: [] })
  })
})
