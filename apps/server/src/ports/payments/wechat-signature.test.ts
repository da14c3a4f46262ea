import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { isWechatSigned, openResource, wechatAuthorization } from './wechat-signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const now = new Date('2026-11-15T04:00:00.900Z')

describe('signatures of WeChat Pay', () => {
  test("open the vendor's published test vector, and nothing that was changed", () => {
    // From the tests of the vendor's own Java library.
    const key = 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb'
    const sealed = {
      ciphertext: 'ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=',
      nonce: 'uluk4a9R25RW',
      associated_data: 'associatedData',
    }
    expect(openResource(key, sealed)?.toString()).toBe('message')
    expect(openResource(key, { ...sealed, associated_data: '' })).toBeUndefined()
    expect(openResource(key, { ...sealed, nonce: 'uluk4a9R25RV' })).toBeUndefined()
    expect(openResource(key, { ...sealed, nonce: '' })).toBeUndefined()
    expect(openResource(key, { ...sealed, ciphertext: 'AAAA' })).toBeUndefined()
    expect(openResource('b'.repeat(32), sealed)).toBeUndefined()
  })

  test('of a request are over the five lines that the vendor names', () => {
    const header = wechatAuthorization(
      { mchId: '1900007291', serial: '408B07', privateKey },
      { method: 'GET', target: '/v3/refund/domestic/refunds/123123123123', body: '' },
      { now: new Date(1_554_208_460_000), nonce: '593BEC0C930BF1AFEB40B4A08C8FB242' },
    )
    const [, signature = ''] = /signature="([^"]+)"/.exec(header) ?? []
    expect(header.replace(signature, '…')).toBe(
      'WECHATPAY2-SHA256-RSA2048 mchid="1900007291",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",' +
        'signature="…",timestamp="1554208460",serial_no="408B07"',
    )
    // The text to sign of the vendor's documentation.
    const text =
      'GET\n/v3/refund/domestic/refunds/123123123123\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n'
    expect(verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  })

  const body = Buffer.from('{"a":"可乐"}')
  const headersAt = (seconds: number, serial = 'PUB_KEY_ID_1') => {
    const text = `${seconds}\nnonce\n${body.toString()}\n`
    return {
      'wechatpay-timestamp': String(seconds),
      'wechatpay-nonce': 'nonce',
      'wechatpay-serial': serial,
      'wechatpay-signature': sign('sha256', Buffer.from(text), privateKey).toString('base64'),
    }
  }
  const keys = new Map([['PUB_KEY_ID_1', publicKey]])
  const second = Math.floor(now.getTime() / 1_000)

  test.each([
    ['now', 0, true],
    ['299 seconds ago', -299, true],
    ['five minutes ago', -301, false],
    ['in five minutes', 301, false],
  ])('of an answer that was made %s', (_when, seconds, isRight) => {
    expect(isWechatSigned(keys, headersAt(second + seconds), body, now)).toBe(isRight)
  })

  test('are by a key that is known, over these very bytes', () => {
    const headers = headersAt(second)
    expect(isWechatSigned(keys, headersAt(second, 'PUB_KEY_ID_2'), body, now)).toBe(false)
    expect(isWechatSigned(keys, { ...headers, 'wechatpay-nonce': 'other' }, body, now)).toBe(false)
    expect(isWechatSigned(keys, headers, Buffer.concat([body, Buffer.from(' ')]), now)).toBe(false)
    expect(isWechatSigned(keys, { ...headers, 'wechatpay-signature': '' }, body, now)).toBe(false)
    expect(isWechatSigned(keys, {}, body, now)).toBe(false)
  })
})
