import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'

import { type ImageStyle, imageStyles, imageUrl } from '@slotwise/contract'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { scene } from '../../test/picture-parts.ts'
import { inStyleTurn } from '../modules/media/drawing-turns.ts'
import type { Picture } from '../modules/media/picture-rules.ts'
import { redrawPicture } from '../modules/media/redraw.ts'
import { fileOf, removeImage, writeMaster } from '../modules/media/stored-pictures.ts'
import type { BlobStore } from '../ports/blobs/blobs.ts'

const avifTaker = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8'
const webpTaker = 'image/webp,image/png,image/*;q=0.8,*/*;q=0.5'

/** A photo and a picture with transparency; new ones for each test, so that no style of them exists yet. */
let photo: string
let clear: string
let merchants = 0

const app = await testApp()
const photoBytes = await redrawPicture(await scene(800, 600).jpeg().toBuffer())
const clearBytes = await redrawPicture(await scene(200, 200, 4).png().toBuffer())
beforeEach(async () => {
  merchants += 1
  photo = await keep(`merchant ${merchants}`, photoBytes)
  clear = await keep(`merchant ${merchants}`, clearBytes)
})

async function keep(tenantId: string, picture: Picture): Promise<string> {
  const file = fileOf(tenantId, picture)
  await writeMaster(app.deps.blobs, file, picture)
  return file
}
const get = (url: string, accept?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.app.inject({ method, url, headers: accept === undefined ? {} : { accept } })
const show = (file: string, style: ImageStyle, accept?: string) => get(imageUrl(file, style), accept)
const storedStyles = (file: string) =>
  readdir(join(app.deps.config.dataDir, 'blobs', 'img-style', file)).catch(() => [])

/** The same store, calling `onWrite` before each write. */
function watching(blobs: BlobStore, onWrite: (key: string) => Promise<void> | void): BlobStore {
  return {
    ...blobs,
    async write(key, body, mime) {
      await onWrite(key)
      return blobs.write(key, body, mime)
    },
  }
}

describe('a picture of goods', () => {
  test.each([
    [avifTaker, 'image/avif', 'image/avif'],
    ['image/avif', 'image/avif', 'image/avif'],
    ['IMAGE/AVIF', 'image/avif', 'image/avif'],
    [webpTaker, 'image/webp', 'image/webp'],
    ['image/avif;q=0,image/webp', 'image/webp', 'image/webp'],
    ['image/avif; q=0.000, image/webp; q=0', 'image/jpeg', 'image/png'],
    ['image/*,*/*;q=0.8', 'image/jpeg', 'image/png'],
    ['', 'image/jpeg', 'image/png'],
    [undefined, 'image/jpeg', 'image/png'],
    ['nonsense;;,,=,image/', 'image/jpeg', 'image/png'],
  ])('for a browser that takes %j comes as %s, transparent as %s', async (accept, ofPhoto, ofClear) => {
    for (const [file, mime] of [
      [photo, ofPhoto],
      [clear, ofClear],
    ] as const) {
      // The first request draws the style, the second reads it.
      for (const _time of [1, 2]) {
        const answer = await show(file, 'thumb', accept)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers).toMatchObject({
          'content-type': mime,
          'content-length': String(answer.rawPayload.length),
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept',
          'x-content-type-options': 'nosniff',
        })
        const { format, compression, width, height } = await sharp(answer.rawPayload).metadata()
        expect(compression === 'av1' ? 'image/avif' : `image/${format}`).toBe(mime)
        expect([width, height]).toEqual([160, 160])
      }
    }
  })

  test('comes in every style of the contract', async () => {
    const sizes = await Promise.all(
      imageStyles.map(async (style) => {
        const { width, height } = await sharp((await show(photo, style)).rawPayload).metadata()
        return [style, width, height]
      }),
    )
    expect(sizes).toEqual([
      ['thumb', 160, 160],
      ['card', 640, 480],
      ['detail', 800, 600],
      ['full', 800, 600],
    ])
  })

  test('is kept as drawn, and read from there the next time', async () => {
    const first = await show(photo, 'thumb', webpTaker)
    expect(await storedStyles(photo)).toEqual(['thumb.webp@'])
    await app.deps.blobs.remove(`img/${photo}`)
    const again = await show(photo, 'thumb', webpTaker)
    expect(again.rawPayload).toEqual(first.rawPayload)
    expect((await show(photo, 'card', webpTaker)).statusCode).toBe(404)
  })

  test('has the same head without its body', async () => {
    for (const _time of ['drawn', 'read']) {
      const head = await get(imageUrl(photo, 'thumb'), avifTaker, 'HEAD')
      expect(head.statusCode).toBe(200)
      expect(head.rawPayload).toHaveLength(0)
      const full = await show(photo, 'thumb', avifTaker)
      for (const name of ['content-type', 'content-length', 'cache-control', 'vary'])
        expect(head.headers[name], name).toBe(full.headers[name])
    }
  })

  test('needs no session, and sets no cookie', async () => {
    expect((await show(photo, 'thumb')).headers['set-cookie']).toBeUndefined()
  })

  test('that many ask for at once is drawn once', async () => {
    const { blobs } = app.deps
    const written: string[] = []
    app.deps.blobs = watching(blobs, (key) => void written.push(key))
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => show(photo, 'card', avifTaker)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
      expect(written).toEqual([`img-style/${photo}/card.avif`])
    } finally {
      app.deps.blobs = blobs
    }
  })

  test('is asked for again later when too many are being drawn', async () => {
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const drawings: Promise<void>[] = []
    const refused = { count: 0 }
    while (refused.count === 0) {
      drawings.push(inStyleTurn(() => end).catch(() => void (refused.count += 1)))
      await setImmediate()
    }
    const answer = await show(photo, 'thumb')
    const nothing = await show('0'.repeat(64), 'thumb')
    finish()
    await Promise.all(drawings)
    expect([answer.statusCode, nothing.statusCode]).toEqual([503, 404])
    expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    expect(answer.json().rcode).not.toBe(0)
    expect((await show(photo, 'thumb')).statusCode).toBe(200)
  })

  test('that cannot be drawn is our own fault, and the next one is drawn', async () => {
    await app.deps.blobs.write(`img/${photo}`, Buffer.from('damaged'), 'image/jpeg')
    expect((await show(photo, 'thumb')).statusCode).toBe(500)
    expect(await storedStyles(photo)).toEqual([])
    expect((await show(clear, 'thumb')).statusCode).toBe(200)
  })
})

describe('an address that shows nothing', () => {
  const some = 'ab'.repeat(32)
  test.each([
    [`/img/${some}!thumb`],
    [`/img/${some}`],
    [`/img/${some}!`],
    [`/img/${some}!huge`],
    [`/img/${some}!thumb!card`],
    [`/img/${some}!thumb.png`],
    [`/img/${some}!Thumb`],
    [`/img/${some}!toString`],
    [`/img/${some.toUpperCase()}!thumb`],
    [`/img/${some}0!thumb`],
    [`/img/${some.slice(1)}!thumb`],
    ['/img/!thumb'],
    ['/img/..%2f..%2fetc%2fpasswd!thumb'],
    [`/img/..%2fbrand%2f${some}.png`],
    ['/img/brand/none.png'],
    ['/img/'],
    ['/img/%00!thumb'],
  ])('is answered with 404: %s', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await get(url, avifTaker, method)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('is any name with one letter more or less than a real one', async () => {
    expect((await get(`/img/${photo}!thumb`)).statusCode).toBe(200)
    for (const name of [`${photo}!thum`, `${photo}!thumbs`, `${photo}%21thumb%00`, `x${photo}!thumb`])
      expect((await get(`/img/${name}`)).statusCode, name).toBe(404)
  })
})

describe('masters', () => {
  test('of two merchants with the same picture are two files, of one merchant one', async () => {
    const picture = await redrawPicture(await scene(50, 50).jpeg().toBuffer())
    const [first, again, other] = await Promise.all(['1', '1', '2'].map((tenant) => keep(tenant, picture)))
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    const stored = await app.deps.blobs.read(`img/${first}`)
    expect(stored?.mime).toBe('image/jpeg')
    expect(await buffer(stored!.body)).toEqual(picture.bytes)
  })

  test('go with all that was drawn from them, and others stay', async () => {
    for (const accept of [avifTaker, webpTaker, ''])
      for (const style of imageStyles) for (const file of [photo, clear]) await show(file, style, accept)
    expect(await storedStyles(photo)).toHaveLength(9)
    await removeImage(app.deps.blobs, photo)
    await removeImage(app.deps.blobs, photo)
    expect(await storedStyles(photo)).toEqual([])
    expect((await show(photo, 'thumb', avifTaker)).statusCode).toBe(404)
    expect(await storedStyles(clear)).toHaveLength(9)
  })

  test('that go while a style is drawn leave nothing behind', async () => {
    const { blobs } = app.deps
    app.deps.blobs = watching(blobs, () => removeImage(blobs, photo))
    try {
      expect((await show(photo, 'thumb', avifTaker)).statusCode).toBe(404)
      expect(await storedStyles(photo)).toEqual([])
    } finally {
      app.deps.blobs = blobs
    }
  })
})

test('pictures of brands are still found beside those of goods', async () => {
  const bytes = await scene(20, 20).png().toBuffer()
  const name = `${'cd'.repeat(32)}.png`
  await app.deps.blobs.write(`brand/${name}`, bytes, 'image/png')
  const answer = await get(`/img/brand/${name}`, avifTaker)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.rawPayload).toEqual(bytes)
})
