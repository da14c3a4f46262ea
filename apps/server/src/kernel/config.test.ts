import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'slotwise-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const base = { DATA_DIR: folder }

test.each([
  ['PORT', 'abc', 'PORT must be a number from 0 to 65535, not abc'],
  ['PORT', '99999', 'PORT must be a number from 0 to 65535, not 99999'],
  ['TRUST_PROXY', '-1', 'TRUST_PROXY must be the number of proxies in front, not -1'],
  ['CALLS_PER_10S', 'abc', 'CALLS_PER_10S must be a whole number above 0, not abc'],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of trace, .*, not loud$/],
  ['ALIYUN_ACCESS_KEY_ID', 'x', 'ALIYUN_ACCESS_KEY_SECRET is needed to send text messages'],
])('%s=%s is refused in words', (name, value, message) => {
  expect(() => readConfig({ ...base, [name]: value })).toThrow(message)
})

test('a data folder that cannot be one is named', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => readConfig({ DATA_DIR: join(file, 'data') })).toThrow(
    /^cannot use the data folder .*file\/data \(ENOTDIR\)/,
  )
})

test('the pepper is made once and kept', () => {
  expect(readConfig(base).pepper).toBe(readConfig(base).pepper)
  expect(readConfig({ ...base, PEPPER: 'own' }).pepper).toBe('own')
})

test('the demo stays on this machine and never goes with a database of your own', () => {
  expect(readConfig(base)).toMatchObject({ demo: true, devInbox: true, host: 'localhost' })
  const own = readConfig({ ...base, DATABASE_URL: 'postgres://somewhere/db' })
  expect(own).toMatchObject({ demo: false, devInbox: false, host: '0.0.0.0' })
  expect(readConfig({ ...base, DEMO: '0' })).toMatchObject({ demo: false, devInbox: false })
})
