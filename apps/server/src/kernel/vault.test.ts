import { randomBytes } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeMerchant, type Merchant } from '../../test/factories.ts'
import { asOwner } from '../../test/owner.ts'
import { inTenant } from './db.ts'
import {
  open,
  openJson,
  rewrapAll,
  seal,
  sealJson,
  VaultError,
  type VaultRef,
  wrappedCounts,
} from './vault.ts'
import type { VaultKey, VaultKeys } from './vault-keys.ts'

const app = await testApp()
const { db, config } = app.deps
const keyNamed = (name: string): VaultKey => ({ name, key: randomBytes(32) })
const [older, newer] = [keyNamed('older'), keyNamed('newer')]
const at = { field: 'bank_card.sealed', record: '7' }
const numbers = Buffer.from('6222021234567890123')

let merchant: Merchant
let neighbour: Merchant
beforeEach(async () => {
  app.clock.advance(61)
  await asOwner(app, 'truncate tenant_key')
  merchant = await makeMerchant(app)
  neighbour = await makeMerchant(app)
})

const withVault = <T>(
  { tenantId }: Merchant,
  work: (ref: VaultRef) => Promise<T>,
  keys: VaultKeys = [older],
): Promise<T> => inTenant(db.main, tenantId, (tx) => work({ tx, tenantId, keys, now: app.clock.now }))
const sealed = (of = merchant, keys?: VaultKeys) => withVault(of, (ref) => seal(ref, numbers, at), keys)
const opened = (bytes: Buffer, of = merchant, keys?: VaultKeys, place = at) =>
  withVault(of, (ref) => open(ref, bytes, place), keys)
const rotated = async (keys: VaultKeys): Promise<number> => {
  const counts = await Array.fromAsync(rewrapAll({ db, config: { ...config, vaultKeys: keys } }))
  return counts.reduce((sum, count) => sum + count, 0)
}

test('what is sealed opens again, is not readable, and is another text each time', async () => {
  const bytes = await sealed()
  expect(await opened(bytes)).toEqual(numbers)
  expect(bytes.includes(numbers.subarray(0, 6))).toBe(false)
  expect((await sealed()).equals(bytes)).toBe(false)
  const json = await withVault(merchant, (ref) => sealJson(ref, { acct_no: '1' }, at))
  expect(await withVault(merchant, (ref) => openJson(ref, json, at))).toEqual({ acct_no: '1' })
  const empty = await withVault(merchant, (ref) => seal(ref, Buffer.alloc(0), at))
  expect(await opened(empty)).toHaveLength(0)
})

test('a sealed text with any byte changed, or cut off, does not open', async () => {
  const bytes = await sealed()
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    await expect(opened(changed), `byte ${place}`).rejects.toThrow(VaultError)
  }
  for (const length of [0, 5, 32, bytes.length - 1])
    await expect(opened(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(VaultError)
})

test('a sealed text that was moved to another record, field or merchant does not open', async () => {
  const bytes = await sealed()
  await sealed(neighbour)
  await expect(opened(bytes, merchant, undefined, { ...at, record: '8' })).rejects.toThrow(/another place/)
  await expect(opened(bytes, merchant, undefined, { ...at, field: 'bank_draft.sealed' })).rejects.toThrow(
    /bank_draft.sealed 7 .* another place/,
  )
  await expect(opened(bytes, neighbour)).rejects.toThrow(/another place/)
  // With its key, too.
  await asOwner(
    app,
    `update tenant_key set wrapped = (select wrapped from tenant_key where tenant_id = $1) where tenant_id = $2`,
    [merchant.tenantId, neighbour.tenantId],
  )
  await expect(opened(bytes, neighbour)).rejects.toThrow(/key of merchant .* does not open/)
})

test('a call that makes the first key of a merchant while another does waits, and gets the same one', async () => {
  const [begun, mayCommit] = [Promise.withResolvers<Buffer>(), Promise.withResolvers<void>()]
  const first = withVault(merchant, async (ref) => {
    begun.resolve(await seal(ref, numbers, at))
    await mayCommit.promise
  })
  const bytes = await begun.promise
  const second = sealed()
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await asOwner(app, waiting)).length).toBeGreaterThan(0)
  mayCommit.resolve()
  await first
  for (const one of [bytes, await second]) expect(await opened(one)).toEqual(numbers)
  expect(await wrappedCounts({ db })).toEqual(new Map([['older', 1]]))
})

test('a missing key is named, and another key of its name is not taken for it', async () => {
  const bytes = await sealed()
  await expect(opened(bytes, merchant, [newer])).rejects.toThrow(/VAULT_KEYS lacks the key older/)
  await expect(sealed(merchant, [newer])).rejects.toThrow(/VAULT_KEYS lacks the key older/)
  await expect(opened(bytes, merchant, [keyNamed('older')])).rejects.toThrow(/another key of that name/)
})

test('a rotation that is killed half-way loses nothing, goes on, and then needs only the new key', async () => {
  const both: VaultKeys = [newer, older]
  const texts = [await sealed(), await sealed(neighbour)]
  for await (const count of rewrapAll({ db, config: { ...config, vaultKeys: both } })) if (count > 0) break
  expect(await wrappedCounts({ db })).toEqual(new Map(Object.entries({ newer: 1, older: 1 })))
  const read = (keys: VaultKeys) =>
    Promise.all([merchant, neighbour].map((one, i) => opened(texts[i] ?? numbers, one, keys)))
  expect(await read(both)).toEqual([numbers, numbers])
  expect(await rotated(both)).toBe(1)
  expect(await rotated(both)).toBe(0)
  expect(await read([newer])).toEqual([numbers, numbers])
  await expect(read([older])).rejects.toThrow(/lacks the key newer/)
})

test('a rotation without a key that is still needed changes nothing', async () => {
  await sealed()
  await sealed(neighbour, [keyNamed('lost')])
  await expect(rotated([newer, older])).rejects.toThrow(/VAULT_KEYS lacks lost/)
  expect((await wrappedCounts({ db })).get('newer')).toBeUndefined()
})
