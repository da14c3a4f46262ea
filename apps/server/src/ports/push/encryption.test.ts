/** The published vectors of RFC 8188 and RFC 8291, for our side and for the browser of the tests. */
import { createECDH } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { encryptFor, encryptRecord, isCurvePoint } from './encryption.ts'
import { browserKeysOf, decryptAsBrowser, decryptRecord, newBrowserKeys } from './testing/browser.ts'

const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'base64url')

/** RFC 8188, section 3.1. */
const walrus = {
  content: 'I am the walrus',
  ikm: bytes('yqdlZ-tYemfogSmv7Ws5PQ'),
  salt: bytes('I1BsxtFttlv3u_Oo94xnmw'),
  body: 'I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg',
}

/** RFC 8291, section 5 and appendix A. */
const watermelon = {
  content: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  ownPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  ownPublic: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

describe('the vectors of the RFCs', () => {
  test('RFC 8188, section 3.1: a record', async () => {
    const { content, ikm, salt, body } = walrus
    const record = encryptRecord({ ikm, salt, keyId: Buffer.alloc(0) }, Buffer.from(content))
    expect(record.toString('base64url')).toBe(body)
    expect(await decryptRecord(bytes(body), async () => ikm)).toBe(content)
  })

  test('RFC 8291, section 5: a message for a browser', async () => {
    const { content, p256dh, auth, ownPrivate, ownPublic, salt, body } = watermelon
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(ownPrivate, 'base64url')
    expect(pair.getPublicKey('base64url')).toBe(ownPublic)
    const encrypted = encryptFor({ p256dh, auth }, Buffer.from(content), { pair, salt: bytes(salt) })
    expect(encrypted.toString('base64url')).toBe(body)
    const keys = await browserKeysOf(p256dh, watermelon.browserPrivate, auth)
    expect(await decryptAsBrowser(keys, bytes(body))).toBe(content)
  })
})

test('each message has a key and a salt of its own, and only its browser can read it', async () => {
  const [browser, other] = [await newBrowserKeys(), await newBrowserKeys()]
  const bodies = [1, 2, 3, 4].map(() => Buffer.from(encryptFor(browser, Buffer.from('一号机 离线 🏬'))))
  for (const body of bodies) {
    expect(await decryptAsBrowser(browser, body)).toBe('一号机 离线 🏬')
    await expect(decryptAsBrowser({ ...other, auth: browser.auth }, body)).rejects.toThrow(/operation failed/)
    await expect(decryptAsBrowser({ ...browser, auth: other.auth }, body)).rejects.toThrow(/operation failed/)
  }
  expect(new Set(bodies.map((body) => body.toString('hex', 0, 16))).size).toBe(4)
  expect(new Set(bodies.map((body) => body.toString('hex', 21, 86))).size).toBe(4)
})

test('a message that does not fit one record is not sent cut off', async () => {
  const browser = await newBrowserKeys()
  const longest = 'x'.repeat(4096 - 17)
  const body = Buffer.from(encryptFor(browser, Buffer.from(longest)))
  expect(await decryptAsBrowser(browser, body)).toBe(longest)
  expect(() => encryptFor(browser, Buffer.from(`${longest}x`))).toThrow('does not fit one record')
})

test('a key of a browser is a point of the curve', () => {
  const point = bytes(watermelon.p256dh)
  expect(isCurvePoint(watermelon.p256dh)).toBe(true)
  const beside = Buffer.from(point)
  beside.writeUInt8(beside.readUInt8(64) ^ 1, 64)
  const unmarked = Buffer.concat([Buffer.from([3]), point.subarray(1)])
  for (const wrong of [beside, unmarked, point.subarray(0, 64), Buffer.alloc(65), Buffer.alloc(65, 4)])
    expect(isCurvePoint(wrong.toString('base64url'))).toBe(false)
})
