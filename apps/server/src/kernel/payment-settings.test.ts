import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { expiredCertificate } from '../../test/certificates.ts'
import { testSecrets } from '../../test/vault-keys.ts'
import { readConfig } from './config.ts'

const keysOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [ours, theirs, short] = [keysOf(2048), keysOf(2048), keysOf(1024)]
const base = { DATA_DIR: 'unused', ...testSecrets, PUBLIC_URL: 'https://us.example' }
const paymentsOf = (env: Record<string, string>) => readConfig({ ...base, ...env }).payments

const wechat = {
  WECHAT_PAY_APP_ID: 'wxd678efh567hg6787',
  WECHAT_PAY_MCH_ID: '1900007291',
  WECHAT_PAY_SERIAL: '408b07e79b8269fec3d5d3e6ab8ed163a6a380db',
  WECHAT_PAY_PRIVATE_KEY: ours.privateKey,
  WECHAT_PAY_API_KEY: 'a'.repeat(32),
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0112345678',
  WECHAT_PAY_PUBLIC_KEY: theirs.publicKey,
}
const alipay = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY: ours.privateKey,
  ALIPAY_PUBLIC_KEY: theirs.publicKey,
}
const gkash = { GKASH_CID: 'M102-U-999', GKASH_KEY: 'key-of-the-shop', GKASH_URL: 'https://gkash.example' }
const without = (env: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name))

/** A key as the consoles of providers show it. */
const bare = (pem: string): string => pem.replaceAll(/-----.*-----|\n/g, '')

describe('settings of payment providers', () => {
  test('are those of the providers that are named', () => {
    expect(paymentsOf({})).toEqual({})
    const all = paymentsOf({ ...wechat, ...alipay, ...gkash })
    expect(Object.keys(all)).toEqual(['wechat', 'alipay', 'gkash', 'gkashUrl'])
    expect(all.wechat).toMatchObject({ mchId: '1900007291', serial: wechat.WECHAT_PAY_SERIAL.toUpperCase() })
    expect([...(all.wechat?.platformKeys.keys() ?? [])]).toEqual(['PUB_KEY_ID_0112345678'])
  })

  test('have the address of GKash alone where only merchants have accounts there', () => {
    expect(paymentsOf({ GKASH_URL: gkash.GKASH_URL })).toEqual({ gkashUrl: gkash.GKASH_URL })
    expect(() => paymentsOf({ GKASH_URL: 'http://gkash.example' })).toThrow('must begin with https://')
  })

  test.each([
    ...Object.keys(wechat)
      .slice(0, 5)
      .map((name) => [name, 'WeChat Pay', wechat] as const),
    ...Object.keys(alipay).map((name) => [name, 'Alipay', alipay] as const),
    ...Object.keys(gkash).map((name) => [name, 'GKash', gkash] as const),
  ])('are all there or none: %s', (name, provider, env) => {
    expect(() => paymentsOf(without(env, name))).toThrow(`${name} is needed for ${provider}`)
  })

  test.each([
    ['in one line', ours.privateKey.replaceAll('\n', '\\n')],
    ['without the lines around it', bare(ours.privateKey)],
  ])('take a key as text %s', (_how, key) => {
    expect(paymentsOf({ ...alipay, ALIPAY_PRIVATE_KEY: key }).alipay?.privateKey.asymmetricKeyType).toBe(
      'rsa',
    )
  })

  test('take a key from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'slotwise-key-')), 'key.pem')
    writeFileSync(file, ours.privateKey)
    expect(paymentsOf({ ...wechat, WECHAT_PAY_PRIVATE_KEY: file }).wechat).toBeDefined()
  })

  test.each([
    ['a text that is no key', 'nonsense', '; there is no file of this name'],
    ['a file that is not there', join(tmpdir(), 'no-such-key.pem'), '; there is no file of this name'],
    ['a folder', tmpdir(), '; the file cannot be read (EISDIR)'],
    ['a public key', ours.publicKey, ''],
    ['a short key', short.privateKey, ''],
    ['a broken key', ours.privateKey.replace(/[A-Z]{3}/, '###'), ''],
  ])('stop the start at %s, with one line that does not show it', (_what, key, why) => {
    const error = (() => {
      try {
        return paymentsOf({ ...wechat, WECHAT_PAY_PRIVATE_KEY: key })
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toEqual(
      new Error(
        `WECHAT_PAY_PRIVATE_KEY must be an RSA private key of at least 2048 bits, as PEM text or the path of a PEM file${why}`,
      ),
    )
  })

  test('need a key of WeChat Pay, of either kind', () => {
    const keyless = without(without(wechat, 'WECHAT_PAY_PUBLIC_KEY'), 'WECHAT_PAY_PUBLIC_KEY_ID')
    expect(() => paymentsOf(keyless)).toThrow(
      'WECHAT_PAY_PUBLIC_KEY or WECHAT_PAY_CERTIFICATE is needed to check what WeChat Pay signs',
    )
    expect(() => paymentsOf(without(wechat, 'WECHAT_PAY_PUBLIC_KEY_ID'))).toThrow('go together')
  })

  test('need a certificate that has not expired, where there is no public key', () => {
    const keyless = without(without(wechat, 'WECHAT_PAY_PUBLIC_KEY'), 'WECHAT_PAY_PUBLIC_KEY_ID')
    expect(() => paymentsOf({ ...keyless, WECHAT_PAY_CERTIFICATE: expiredCertificate })).toThrow(
      /^WECHAT_PAY_CERTIFICATE has expired: enter the new platform certificate, or WECHAT_PAY_PUBLIC_KEY$/,
    )
    const both = paymentsOf({ ...wechat, WECHAT_PAY_CERTIFICATE: expiredCertificate })
    expect(both.wechat?.platformKeys.size).toBe(2)
  })

  test('refuse the public key of the own application where that of Alipay belongs', () => {
    expect(() => paymentsOf({ ...alipay, ALIPAY_PUBLIC_KEY: ours.publicKey })).toThrow(
      'ALIPAY_PUBLIC_KEY must be the key of Alipay, not that of your application',
    )
  })

  test('need an https address to which notices are sent', () => {
    for (const PUBLIC_URL of ['', 'http://us.example'])
      expect(() => paymentsOf({ ...gkash, PUBLIC_URL })).toThrow(
        'PUBLIC_URL must begin with https:// for GKash, which sends its notices there',
      )
  })
})
