import { readFileSync } from 'node:fs'

import { type Goods, goodsCalls, slotCalls, type UploadedImage, mediaCalls } from '@slotwise/contract'
import { maxPayloadBytes } from '@slotwise/machine-protocol'
import { describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { drawPicture, makeGoods, makeImage, makeMerchant, type Merchant } from '../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { machineSettings, withinLimit } from './machine-settings.ts'

const url = 'https://console.example'
const app = await testApp({ publicUrl: url })
const merchant = await makeMerchant(app)

async function settingsFor(machine: BoundMachine) {
  const config = await asMachine(app, machine, machineSettings)
  if (!config) throw new Error('the machine has no settings')
  const { slots, ...rest } = config.settings as { slots: Record<string, unknown>[] } & Record<string, unknown>
  return { rev: config.rev, slots, ...rest }
}

const put = (machine: BoundMachine, slot: number, { goods_id: goods }: Goods) =>
  app.call(
    slotCalls.setChannelInfo,
    { sn: machine.sn, channel_sn: slot, goods, max: 4, quantity: 0 },
    { as: merchant },
  )

describe('a machine is told', () => {
  test.each([
    ['CN', { time_zone: 'Asia/Shanghai', utc_offset: 480, currency: 'CNY', language: 'zh-CN' }],
    ['MY', { time_zone: 'Asia/Kuala_Lumpur', utc_offset: 480, currency: 'MYR', language: 'en-US' }],
  ] as const)('the clock, the money and the language of its place: %s', async (country, place) => {
    const owner = await makeMerchant(app, { country })
    const machine = await makeBoundMachine(app, owner)
    expect(await settingsFor(machine)).toMatchObject(place)
  })

  test('that a slot without goods or without a price is not for sale, until it has both', async () => {
    const machine = await makeBoundMachine(app, merchant, { slots: 3 })
    await put(machine, 1, await makeGoods(app, merchant, { price: 450 }))
    const inRange = await makeGoods(app, merchant, { price: null, min_price: 300, max_price: 500 })
    await put(machine, 2, inRange)
    const offers = async () =>
      (await settingsFor(machine)).slots.map(({ goods, price, enabled }) => [goods !== null, price, enabled])
    const nothing = [false, 2, false]
    expect(await offers()).toEqual([[true, 450, true], nothing, nothing])
    const priced = { sn: machine.sn, channel_sn: 2, goods: inRange.goods_id, price: 320 }
    app.clock.advance(10)
    expect((await app.call(slotCalls.setChannelInfo, priced, { as: merchant })).body.rcode).toBe(0)
    expect(await offers()).toEqual([[true, 450, true], [true, 320, true], nothing])
  })

  test('the first picture of the goods in a slot', async () => {
    const machine = await makeBoundMachine(app, merchant)
    const [front, back] = [await makeImage(app, merchant), await makeImage(app, merchant)]
    const shown = await makeGoods(app, merchant, { images: [front.img_id, back.img_id] })
    const plain = await makeGoods(app, merchant)
    await put(machine, 1, shown)
    await put(machine, 2, plain)
    const { slots } = await settingsFor(machine)
    const picture = `${url}/img/${front.file}!card`
    expect(slots[0]).toMatchObject({ ch: 1, goods: shown.goods_id, picture })
    expect(slots[1]).not.toHaveProperty('picture')
    expect(slots[2]).not.toHaveProperty('picture')
    // Public and unsigned, because a machine has no session.
    const { statusCode, headers } = await app.app.inject(picture.slice(url.length))
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test.each([
    ['none, to machines elsewhere', { host: '0.0.0.0' }, null],
    ['none, to machines at a broker', { mqtt: { ...app.deps.config.mqtt, url: 'mqtt://broker' } }, null],
    ['none, to machines that reach the broker here', { mqtt: { ...app.deps.config.mqtt, host: '::' } }, null],
    ['none, behind a proxy', { trustProxy: 1 }, null],
    ['of this computer, to machines on it', { host: '127.0.0.1', port: 8123 }, 'http://localhost:8123'],
  ])('links to pictures while the operator has named no address: %s', async (_what, changes, site) => {
    const machine = await makeBoundMachine(app, merchant)
    const image = await makeImage(app, merchant)
    await put(machine, 1, await makeGoods(app, merchant, { images: [image.img_id] }))
    const { config } = app.deps
    app.deps.config = { ...config, publicUrl: undefined, ...changes }
    onTestFinished(() => void (app.deps.config = config))
    const { slots } = await settingsFor(machine)
    expect(slots[0]?.['picture'] ?? null).toBe(site && `${site}/img/${image.file}!card`)
  })

  test('when other pictures are shown, and not when only the later ones change', async () => {
    const machine = await makeBoundMachine(app, merchant)
    const other = await makeBoundMachine(app, merchant)
    const [front, back] = [await makeImage(app, merchant), await makeImage(app, merchant)]
    const goods = await makeGoods(app, merchant, { images: [front.img_id, back.img_id] })
    await put(machine, 1, goods)
    await put(other, 1, await makeGoods(app, merchant, { images: [back.img_id] }))
    const first = await settingsFor(machine)
    const others = await settingsFor(other)

    const edit = (images: string[], rev: number) =>
      app.call(
        goodsCalls.editPrivate,
        { goods_id: goods.goods_id, title: goods.title, price: goods.price, images, rev },
        { as: merchant },
      )
    expect((await edit([front.img_id], goods.rev)).body.rcode).toBe(0)
    expect((await settingsFor(machine)).rev).toBe(first.rev)
    expect((await edit([back.img_id], goods.rev + 1)).body.rcode).toBe(0)
    const second = await settingsFor(machine)
    expect(second.rev).toBe(first.rev + 1)
    expect(second.slots[0]?.['picture']).toContain(back.file)
    expect((await settingsFor(other)).rev).toBe(others.rev)

    // The file of a picture is replaced: every machine that shows it is told.
    const file = await uploaded(merchant)
    const replaced = { img_id: back.img_id, name: back.name, file }
    expect((await app.call(mediaCalls.editImg, replaced, { as: merchant })).body.rcode).toBe(0)
    const third = await settingsFor(machine)
    expect(third.rev).toBe(second.rev + 1)
    expect(third.slots[0]?.['picture']).toContain(file)
    expect((await settingsFor(other)).rev).toBe(others.rev + 1)
    // Its name is for the gallery.
    const renamed = { img_id: back.img_id, name: 'Another name' }
    expect((await app.call(mediaCalls.editImg, renamed, { as: merchant })).body.rcode).toBe(0)
    expect((await settingsFor(machine)).rev).toBe(third.rev)
  })

  test('exactly the keys that the protocol document lists', async () => {
    const machine = await makeBoundMachine(app, merchant, { type: 'lipstick' })
    const image = await makeImage(app, merchant)
    await put(machine, 1, await makeGoods(app, merchant, { images: [image.img_id] }))
    const { rev: _, slots, ...settings } = await settingsFor(machine)
    const text = readFileSync(new URL('../../../../docs/machine-protocol.md', import.meta.url), 'utf8')
    const table = (head: string): string[] => {
      const [, rows = ''] = text.split(`| ${head} | values | meaning |\n|---|---|---|\n`)
      return rows
        .slice(0, rows.indexOf('\n\n'))
        .split('\n')
        .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, key = '']) => key))
    }
    expect(table('key').toSorted()).toEqual([...Object.keys(settings), 'slots'].toSorted())
    expect(table('key of a slot')).toEqual(expect.arrayContaining(Object.keys(slots[0] ?? {})))
  })
})

async function uploaded(as: Merchant): Promise<string> {
  const { body } = await app.post(mediaCalls.uploadImg.path, await drawPicture(), { as })
  return (body.result as UploadedImage).file
}

describe('what a machine is told always fits into a message', () => {
  const settings = (count: number, title: string, host: string) => ({
    extend: Array.from({ length: 20 }, (_, i) => ({ key: `key${i}`, value: '值'.repeat(200), note: '' })),
    slots: Array.from({ length: count }, (_, i) => ({
      ch: i + 1,
      goods: '123456789012345678',
      title,
      price: 99_999_999,
      gamePrice: 99_999_999,
      rate: 12.34,
      enabled: true,
      picture: `https://${host}/img/${'a'.repeat(64)}!card`,
    })),
  })
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
  const room = maxPayloadBytes - 1_024

  test('because long names are cut first, then pictures are left out', () => {
    const few = settings(40, '一'.repeat(60), 'x.example')
    expect(withinLimit(few)).toEqual(few)
    const more = withinLimit(settings(140, '一'.repeat(60), 'x.example'))
    expect(more.slots[0]).toMatchObject({ title: '一'.repeat(16), picture: expect.any(String) })
    expect(bytes(more)).toBeLessThan(room)
    const most = withinLimit(settings(200, '一'.repeat(60), `${'x'.repeat(60)}.example`))
    expect(most.slots[0]?.title).toBe('一'.repeat(16))
    expect(most.slots[0]).not.toHaveProperty('picture')
    expect(bytes(most)).toBeLessThan(room)
  })

  test('to the byte: what just fits stays as it is', () => {
    /** Settings of exactly so many bytes. */
    const sized = (size: number, title: string) => {
      const one = { slots: [{ title, picture: '' }] }
      return { slots: [{ title, picture: 'p'.repeat(size - bytes(one)) }] }
    }
    const long = 'x'.repeat(20)
    expect(withinLimit(sized(room, long))).toEqual(sized(room, long))
    for (const more of [1, 4])
      expect(withinLimit(sized(room + more, long)).slots[0]).toMatchObject({
        title: 'x'.repeat(16),
        picture: expect.any(String),
      })
    expect(withinLimit(sized(room + 5, long)).slots[0]).not.toHaveProperty('picture')
  })
})
