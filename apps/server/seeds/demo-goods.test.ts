import {
  accountCalls,
  deviceCalls,
  GoodsInput,
  goodsCalls,
  imageUrl,
  regionCalls,
  staffCalls,
  tagsOf,
} from '@slotwise/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { md5 } from '../src/kernel/passwords.ts'
import { createMerchant } from '../src/modules/account/index.ts'
import { redrawPicture } from '../src/modules/media/redraw.ts'
import { startApp, type TestApp, testApp } from '../test/app.ts'
import { makeStore, signIn } from '../test/factories.ts'
import { asOwner } from '../test/owner.ts'
import { demo, seedDemo } from './demo.ts'
import { catalogue, shelves } from './goods-catalogue.ts'
import { englishWords } from './goods-catalogue/english.ts'
import { render } from './goods-pictures.ts'
import { malaysia } from './merchants/malaysia.ts'

const app = await testApp()
/** Enough for these tests; `history/history.test.ts` has more. */
const days = 2
expect(await seedDemo(app.deps, { days })).toBe(true)

const everyGoods = async (of: TestApp) => {
  const owner = await signIn(of, demo.username, demo.password)
  return (await of.call(goodsCalls.getGoods, { pageSize: 999 }, { as: owner })).body.result.data
}

test('the catalogue has about forty goods that the contract accepts', async () => {
  const goods = await everyGoods(app)
  expect(goods.length).toBeGreaterThanOrEqual(40)
  for (const { title, price, min_price, max_price, description, code, tags, images } of goods) {
    const draft = { title, price, min_price, max_price, description, code, tags }
    const typed = GoodsInput.safeParse({ ...draft, images: images.map(({ img_id: id }) => id) })
    expect(typed.error?.issues, title).toBeUndefined()
    expect(typed.data).toMatchObject(draft)
    expect([description, tagsOf(tags)[0]], title).not.toContain('')
    expect(isEan13(code), `${title} ${code}`).toBe(true)
  }
  for (const unique of [goods.map(({ title }) => title), goods.map(({ code }) => code)])
    expect(new Set(unique).size).toBe(goods.length)
  expect(goods.some(({ min_price: min }) => min !== null)).toBe(true)
})

const isEan13 = (code: string): boolean =>
  /^\d{13}$/.test(code) &&
  [...code].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0

test('the first page of the catalogue shows one of each kind', async () => {
  const owner = await signIn(app, demo.username, demo.password)
  const { data } = (await app.call(goodsCalls.getGoods, {}, { as: owner })).body.result
  expect(data.map(({ tags }) => tagsOf(tags)[0])).toEqual([
    '饮料',
    '零食',
    '扭蛋',
    '口红',
    '福袋',
    '槟榔',
    '日用',
    '洗衣',
  ])
})

test('all goods have pictures of their own, some of them several, and each is shown', async () => {
  const goods = await everyGoods(app)
  const pictures = goods.flatMap(({ images }) => images)
  expect(goods.filter(({ images }) => images.length === 0)).toEqual([])
  expect(goods.filter(({ images }) => images.length > 1).length).toBeGreaterThan(5)
  expect(new Set(pictures.map(({ file }) => file)).size).toBe(pictures.length)
  for (const { name, file } of pictures) {
    const { statusCode, headers, rawPayload } = await app.app.inject(imageUrl(file, 'thumb'))
    expect([statusCode, headers['content-type']], name).toEqual([200, 'image/jpeg'])
    expect((await sharp(rawPayload).stats()).entropy, name).toBeGreaterThan(3)
  }
})

test('the merchant in Malaysia names everything in English, and has no goods without English words', async () => {
  const owner = await signIn(app, malaysia.username, demo.password)
  const me = await app.call(accountCalls.me, {}, { as: owner })
  expect(me.body.result.mchName).toBe('Demo Malaysia')
  const goods = (await app.call(goodsCalls.getGoods, { pageSize: 999 }, { as: owner })).body.result.data
  expect(goods.length).toBeGreaterThan(30)
  const devices = (await app.call(deviceCalls.getDev, { pageSize: 999 }, { as: owner })).body.result.data
  expect(devices).toHaveLength(8)
  const stores = (await app.call(regionCalls.getStore, {}, { as: owner })).body.result.data
  const named = JSON.stringify([goods, devices, stores])
  expect(named).not.toMatch(/[\u4e00-\u9fff]/)
  for (const shelf of ['drinks', 'snacks', 'capsules', 'daily', 'sessions'] as const)
    expect(englishWords[shelf], shelf).toHaveLength(shelves[shelf].length)
})

/** What the tags of goods say about the machines that may hold them. */
const tagsByType: Record<string, readonly string[]> = {
  vending: ['饮料', '零食'],
  gashapon: ['扭蛋'],
  lipstick: ['口红'],
  pulse: ['洗衣', '休闲'],
  single: ['饮料'],
  luckybag: ['福袋'],
  betelnut: ['槟榔'],
  lattice: ['日用'],
  osm: ['零食', '日用', '饮料'],
}

test('machines hold goods of their kind, and were bound over the past months', async () => {
  const held = await asOwner<{ type: string; tag: string }>(
    app,
    `select distinct d.type, g.tags[1] as tag
       from channel c join device d using (tenant_id, device_id)
       join goods g on g.tenant_id = c.tenant_id and g.goods_id = c.goods_id
       join login l on l.tenant_id = c.tenant_id and l.username = $1`,
    [demo.username],
  )
  const byType = Map.groupBy(held, ({ type }) => type)
  expect([...byType.keys()].toSorted()).toEqual(Object.keys(tagsByType).toSorted())
  for (const [type, found] of byType)
    for (const { tag } of found) expect(tagsByType[type], type).toContain(tag)
  const [bound] = await asOwner<{ first: Date; last: Date; days: number }>(
    app,
    'select min(bound_at) as first, max(bound_at) as last, count(distinct bound_at::date)::int as days from device',
  )
  const age = (at = new Date(0)) => (app.clock.now.getTime() - at.getTime()) / 86_400_000
  expect(age(bound?.first)).toBeGreaterThan(140)
  expect(age(bound?.last)).toBeLessThan(45)
  expect(bound?.days).toBeGreaterThan(20)
})

test('a drawing of ours would pass as an upload too, in the same format and size', async () => {
  const drawing = catalogue[0]?.pictures[0] ?? ''
  const { bytes, ...kept } = await render(drawing)
  const { bytes: _other, ...taken } = await redrawPicture(bytes)
  expect(kept).toEqual(taken)
})

test('a demo merchant of an earlier release gets staff and goods, once, and keeps what it has', async () => {
  const older = await startApp()
  try {
    const { username, password } = demo
    const origin = {
      requestId: 'seed',
      address: '',
      userAgent: '',
      locale: 'zh-CN',
      now: older.clock.now,
    } as const
    const given = { mchName: 'Older', country: 'CN', business: 'vm', agent: null, operation: null } as const
    await createMerchant(older.deps, { ...given, username, password: md5(password), origin })
    const owner = await signIn(older, username, password)
    await makeStore(older, owner, { store_name: 'Kept' })

    expect(await seedDemo(older.deps, { days })).toBe(true)
    const stores = await older.call(regionCalls.getStore, {}, { as: owner })
    expect(stores.body.result.data.map(({ store_name: name }) => name)).toEqual(['Kept'])
    expect((await older.call(staffCalls.getSubUser, {}, { as: owner })).body.result.count).toBe(2)
    const goods = await everyGoods(older)
    expect(goods.map(({ title }) => title)).toEqual((await everyGoods(app)).map(({ title }) => title))

    expect(await seedDemo(older.deps, { days })).toBe(false)
    expect(await everyGoods(older)).toEqual(goods)
  } finally {
    await older.close()
  }
})

test('goods that the demo merchant changed or deleted are not restored', async () => {
  const [first, second] = await everyGoods(app)
  // The demo's machines have these goods in their slots.
  await asOwner(app, 'update channel set goods_id = null where goods_id = $1', [second?.goods_id])
  const owner = await signIn(app, demo.username, demo.password)
  const { goods_id: changed = '' } = first ?? {}
  const { goods_id: deleted = '' } = second ?? {}
  await app.call(
    goodsCalls.editPrivate,
    { goods_id: changed, title: 'Mine', price: 999, images: [] },
    { as: owner },
  )
  await app.call(goodsCalls.delPrivate, { goods_id: deleted }, { as: owner })
  expect(await seedDemo(app.deps, { days })).toBe(false)
  const goods = await everyGoods(app)
  expect(goods[0]).toMatchObject({ goods_id: changed, title: 'Mine', price: 999, images: [] })
  expect(goods.map(({ goods_id: id }) => id)).not.toContain(deleted)
})
