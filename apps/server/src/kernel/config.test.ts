import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { readConfig, readStorageConfig } from './config.ts'
import { makeDataFolder } from './own-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'slotwise-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const base = { DATA_DIR: folder }

test.each([
  ['PORT', 'abc', 'PORT must be a number from 0 to 65535, not abc'],
  ['PORT', '99999', 'PORT must be a number from 0 to 65535, not 99999'],
  ['TRUST_PROXY', '-1', 'TRUST_PROXY must be the number of proxies in front, not -1'],
  ['CALLS_PER_10S', 'abc', 'CALLS_PER_10S must be a whole number above 0, not abc'],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of trace, .*, not loud$/],
  ['DEMO_MACHINES', '33', 'DEMO_MACHINES must be a number from 0 to 32, not 33'],
  ['DEMO', 'maybe', /^DEMO must be 1 or 0 .*, not maybe$/],
  ['SECURE', 'https', /^SECURE must be 1 or 0 .*, not https$/],
  ['PUBLIC_URL', 'console.example', 'PUBLIC_URL must begin with https:// or http://, not console.example'],
  ['PAYMENT_FEE_RATE', '10001', /^PAYMENT_FEE_RATE must be hundredths of a percent/],
  ['HOST', '0.0.0.0', 'HOST would open the demo to the network'],
  ['MQTT_TLS_CERT', 'cert.pem', 'MQTT_TLS_CERT and MQTT_TLS_KEY go together'],
  ['ALIYUN_ACCESS_KEY_ID', 'x', 'ALIYUN_ACCESS_KEY_SECRET is needed to send text messages'],
])('%s=%s is refused in words', (name, value, message) => {
  expect(() => readConfig({ ...base, [name]: value })).toThrow(message)
})

test('all that is wrong is named at once', () => {
  expect(() => readConfig({ ...base, PORT: 'abc', LOG_LEVEL: 'loud' })).toThrow(/^PORT .*\nLOG_LEVEL .*$/)
})

test('an empty setting counts as not set', () => {
  const empty = readConfig({ ...base, PORT: '', HOST: '', TRUST_PROXY: '', LOG_LEVEL: '', MQTT_PORT: '' })
  expect(empty).toEqual(readConfig(base))
  expect(empty).toMatchObject({ port: 8080, trustProxy: 0, mqtt: { port: 1883 } })
})

test.each([
  ['TRUST_PROXY', 'true', { trustProxy: 1 }],
  ['PUBLIC_URL', 'https://console.example/', { publicUrl: 'https://console.example' }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['SECURE', 'true', { secure: true }],
  ['SECURE', '0', { secure: false }],
  ['PAYMENT_SANDBOX', '0', { paymentSandbox: false }],
  ['PAYMENT_FEE_RATE', '0', { paymentFeeRate: 0 }],
  ['SECURE', 'Yes', { secure: true }],
  ['DEMO', 'false', { demo: false, devInbox: false, host: '0.0.0.0' }],
  ['DEMO', 'off', { demo: false }],
  ['HOST', '127.0.0.1', { demo: true, host: '127.0.0.1' }],
  ['ACTIVITY_ACCOUNTS', ' 13900000000, mei ,', { activityAccounts: ['13900000000', 'mei'] }],
])('%s=%s is taken', (name, value, expected) => {
  expect(readConfig({ ...base, [name]: value })).toMatchObject(expected)
})

test('a data folder that cannot be one is named', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => readConfig({ DATA_DIR: join(file, 'data') })).toThrow(
    /^cannot use the data folder .*file\/data \(ENOTDIR\)/,
  )
})

test('an empty data folder, and one of the product, is closed to other users; any other one is left as it is', () => {
  const closed = process.getuid?.() === 0 ? 0o711 : 0o700
  const modeAfter = (name: string, ...files: string[]): number => {
    const own = join(folder, name)
    mkdirSync(own)
    for (const file of files) writeFileSync(join(own, file), 'x')
    chmodSync(own, 0o755)
    makeDataFolder(own)
    return statSync(own).mode & 0o777
  }
  expect(modeAfter('empty')).toBe(closed)
  expect(modeAfter('ours', 'pepper', 'postgres.log')).toBe(closed)
  expect(modeAfter('of-others', 'letters')).toBe(0o755)
})

test('the pepper is made once and kept', () => {
  expect(readConfig(base).pepper).toBe(readConfig(base).pepper)
  expect(readConfig({ ...base, PEPPER: 'own' }).pepper).toBe('own')
})

test('the key of the vault is made once and kept, readable by its owner alone', () => {
  const { vaultKeys } = readConfig(base)
  expect(vaultKeys).toEqual([{ name: expect.stringMatching(/^own-/), key: expect.any(Buffer) }])
  expect(readConfig(base).vaultKeys).toEqual(vaultKeys)
  expect(statSync(join(folder, 'vault-key')).mode & 0o777).toBe(0o600)
  const text = `new:${Buffer.alloc(32).toString('base64')},${readFileSync(join(folder, 'vault-key'), 'utf8')}`
  const named = readConfig({ ...base, VAULT_KEYS: text }).vaultKeys
  expect(named).toEqual([{ name: 'new', key: Buffer.alloc(32) }, ...vaultKeys])
  const spoilt = mkdtempSync(join(folder, 'spoilt-'))
  writeFileSync(join(spoilt, 'vault-key'), 'own:short')
  expect(() => readConfig({ DATA_DIR: spoilt })).toThrow(/spoilt-.*vault-key must list keys/)
})

test('the key for browsers is made once and kept, readable by its owner alone', () => {
  const { key } = readConfig(base).push
  expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(65)
  expect(readConfig(base).push.key.publicKey).toBe(key.publicKey)
  expect(statSync(join(folder, 'push-key')).mode & 0o777).toBe(0o600)
  const stored = readFileSync(join(folder, 'push-key'), 'utf8')
  const elsewhere = mkdtempSync(join(folder, 'elsewhere-'))
  const moved = readConfig({ DATA_DIR: elsewhere, PUSH_KEY: stored }).push.key
  expect(moved.publicKey).toBe(key.publicKey)
  expect(() => statSync(join(elsewhere, 'push-key'))).toThrow('ENOENT')
  for (const wrong of ['short', 'A'.repeat(43), '_'.repeat(43)])
    expect(() => readConfig({ ...base, PUSH_KEY: wrong })).toThrow(/^PUSH_KEY must be the base64url[^_A]*$/)
  writeFileSync(join(elsewhere, 'push-key'), 'short')
  expect(() => readConfig({ DATA_DIR: elsewhere })).toThrow(/elsewhere-.*push-key must be the base64url/)
})

test('messages to browsers go to the known push services, or to those that are named', () => {
  const { push } = readConfig(base)
  expect(push).toMatchObject({ subject: 'mailto:operator@slotwise.example' })
  expect(push.hosts).toEqual([
    'fcm.googleapis.com',
    '*.push.services.mozilla.com',
    'web.push.apple.com',
    '*.notify.windows.com',
  ])
  const named = { PUSH_HOSTS: 'Push.example, *.push.example', PUSH_SUBJECT: 'mailto:me@shop.example' }
  expect(readConfig({ ...base, ...named }).push).toMatchObject({
    subject: 'mailto:me@shop.example',
    hosts: ['push.example', '*.push.example'],
  })
  expect(readConfig({ ...base, PUSH_HOSTS: 'none' }).push.hosts).toEqual([])
  expect(readConfig({ ...base, PUBLIC_URL: 'https://shop.example/' }).push.subject).toBe(
    'https://shop.example',
  )
  expect(readConfig({ ...base, PUBLIC_URL: 'http://shop.example' }).push.subject).toMatch(/^mailto:/)
  for (const hosts of ['*', '*.com', 'localhost', 'https://push.example', 'push.example:8443'])
    expect(() => readConfig({ ...base, PUSH_HOSTS: hosts })).toThrow(/^PUSH_HOSTS must list hosts/)
  for (const subject of ['me@shop.example', 'http://shop.example', 'mailto:me'])
    expect(() => readConfig({ ...base, PUSH_SUBJECT: subject })).toThrow(/^PUSH_SUBJECT must begin/)
})

test('the terms are two pages or none; the demo has its own', () => {
  const pages = { TERMS_URL: 'https://shop.example/terms', PRIVACY_URL: '/privacy.html' }
  const read = { terms: 'https://shop.example/terms', privacy: '/privacy.html' }
  expect(readConfig({ ...base, DEMO: '0' }).terms).toBeUndefined()
  expect(readConfig({ ...base, DEMO: '0', ...pages }).terms).toEqual(read)
  expect(readConfig({ ...base, DEMO: '1', ...pages }).terms).toEqual(read)
  expect(readConfig({ ...base, DEMO: '1' }).terms).toEqual({
    terms: '/demo-terms.html',
    privacy: '/demo-terms.html#privacy',
  })
  for (const name of Object.keys(pages))
    expect(() => readConfig({ ...base, ...pages, [name]: '' })).toThrow(
      `${name} is needed with the other page`,
    )
  for (const wrong of ['terms.html', '//elsewhere.example', 'javascript:alert(1)'])
    expect(() => readConfig({ ...base, ...pages, TERMS_URL: wrong })).toThrow(/^TERMS_URL must begin with/)
})

const bucket = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'files',
  S3_REGION: 'cn-north-1',
  S3_ACCESS_KEY_ID: 'AKSHOP',
  S3_SECRET_ACCESS_KEY: 'hidden/+=',
  S3_STYLE: 'host',
}

test('files are in a bucket when all of its settings are there, and some of them are not enough', () => {
  expect(readConfig(base).s3).toBeUndefined()
  expect(readConfig({ ...base, ...bucket }).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'files',
    region: 'cn-north-1',
    accessKeyId: 'AKSHOP',
    secretAccessKey: 'hidden/+=',
    style: 'host',
  })
  for (const name of Object.keys(bucket))
    for (const read of [readConfig, readStorageConfig])
      expect(() => read({ ...base, ...bucket, [name]: '' })).toThrow(
        `${name} is needed to keep files in a bucket`,
      )
})

test.each([
  ['S3_ENDPOINT', 's3.example', /^S3_ENDPOINT must be an address like/],
  ['S3_ENDPOINT', 'https://s3.example/files', /^S3_ENDPOINT must be an address like/],
  ['S3_ENDPOINT', 'https://key:word@s3.example', /^S3_ENDPOINT must be an address like/],
  ['S3_ENDPOINT', 'http://10.0.0.5:9000', /S3_STYLE=path/],
  ['S3_BUCKET', 'Files', /^S3_BUCKET must be the name of a bucket/],
  ['S3_BUCKET', 'files.shop', /S3_STYLE=path/],
  ['S3_REGION', 'cn north', /^S3_REGION must be the name of a region/],
  ['S3_ACCESS_KEY_ID', 'hidden key', /^S3_ACCESS_KEY_ID must be the public half of a key$/],
  ['S3_STYLE', 'virtual', /^S3_STYLE must be host or path, not virtual$/],
])('%s=%s is refused, and no secret is shown', (name, value, message) => {
  const refused = () => readConfig({ ...base, ...bucket, [name]: value })
  expect(refused).toThrow(message)
  expect(refused).not.toThrow(/hidden/)
})

test('backups are in the bucket of files, or in another one of the same store', () => {
  expect(readStorageConfig(base).backups).toBeUndefined()
  expect(readStorageConfig({ ...base, ...bucket }).backups?.bucket).toBe('files')
  const own = readStorageConfig({ ...base, ...bucket, BACKUP_S3_BUCKET: 'backups' })
  expect([own.s3?.bucket, own.backups?.bucket]).toEqual(['files', 'backups'])
  expect(() => readStorageConfig({ ...base, BACKUP_S3_BUCKET: 'backups' })).toThrow('BACKUP_S3_BUCKET needs')
  expect(() => readStorageConfig({ ...base, ...bucket, BACKUP_S3_BUCKET: 'Backups' })).toThrow(
    'name of a bucket',
  )
})

test('a bucket in the path goes with any endpoint', () => {
  const own = { S3_STYLE: 'path', S3_ENDPOINT: 'http://10.0.0.5:9000', S3_BUCKET: 'files.shop' }
  expect(readConfig({ ...base, ...bucket, ...own }).s3).toMatchObject({ style: 'path', bucket: 'files.shop' })
})

test.each([
  ['no name', Buffer.alloc(32, 1).toString('base64')],
  ['too short', `a:${Buffer.alloc(31, 1).toString('base64')}`],
  ['the same name twice', [1, 2].map((n) => `a:${Buffer.alloc(32, n).toString('base64')}`).join(',')],
  ['one bad entry', `a:${Buffer.alloc(32, 1).toString('base64')},b`],
])('VAULT_KEYS with %s is refused, and not shown', (_, value) => {
  const refused = () => readConfig({ ...base, VAULT_KEYS: value })
  expect(refused).toThrow(/^VAULT_KEYS must list keys as name:base64 of 32 bytes[^=]*$/)
})

test('a REVIEW_SECRET that could be guessed is refused, and not shown', () => {
  expect(() => readConfig({ ...base, REVIEW_SECRET: 'guess' })).toThrow(
    /^REVIEW_SECRET must have at least 32 characters$/,
  )
  expect(readConfig({ ...base, REVIEW_SECRET: 'x'.repeat(32) }).reviewSecret).toBe('x'.repeat(32))
  expect(readConfig(base).reviewSecret).toBeUndefined()
})

test('the demo stays on this machine and never goes with a database of your own', () => {
  expect(readConfig(base)).toMatchObject({ demo: true, devInbox: true, host: 'localhost' })
  const own = readConfig({ ...base, DATABASE_URL: 'postgres://somewhere/db' })
  expect(own).toMatchObject({ demo: false, devInbox: false, host: '0.0.0.0' })
  expect(readConfig({ ...base, DEMO: '0' })).toMatchObject({ demo: false, devInbox: false })
  expect(readConfig({ ...base, HOST: '0.0.0.0', DEMO: '0' })).toMatchObject({ demo: false })
  expect(readConfig({ ...base, HOST: '0.0.0.0', DEMO_PUBLIC: '1' })).toMatchObject({ demo: true })
})
