/**
 * Encrypts what must not be readable in a stolen database or disk: numbers and photos of bank cards, keys of payment
 * accounts, addresses of robots.
 *
 * Each merchant has a key of its own (`tenant_key`), made when it is first needed. That key is encrypted ("wrapped") by
 * the operator's current key, which is not in the database. So a change of the operator's key wraps the merchants' keys
 * anew (`rewrapAll`), and leaves what they encrypted as it is.
 *
 * A sealed text is: a byte for this form, the number of the merchant's key (4 bytes), IV (12), ciphertext, tag (16). The
 * cipher is AES-256-GCM. Merchant, field and record are authenticated with it: a sealed text that was copied to another
 * of them does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import type { Ctx, Deps, TenantRef } from './ctx.ts'
import { inTenant, type Tx } from './db.ts'
import { tenantIds } from './tenants.ts'
import type { VaultKeys } from './vault-keys.ts'

/** One merchant, in a transaction of that merchant, with the operator's keys. */
export type VaultRef = TenantRef & { keys: VaultKeys; now: Date }

/** Where a sealed text is stored: `bank_card.sealed`, and the number of the row. */
export type SealedAt = { field: string; record: string }

/** Something does not open: it was changed or moved, or a key is missing. The message has no secret. */
export class VaultError extends Error {}

export const vaultOf = ({
  deps,
  tx,
  tenant,
  now,
}: Pick<Ctx, 'deps' | 'tx' | 'tenant' | 'now'>): VaultRef => ({
  tx,
  tenantId: tenant.id,
  keys: deps.config.vaultKeys,
  now,
})

const form = 1
const headLength = 5
const ivLength = 12
const tagLength = 16

export async function seal(ref: VaultRef, content: Uint8Array, at: SealedAt): Promise<Buffer> {
  const { key, number } = await currentKey(ref)
  const head = Buffer.alloc(headLength)
  head.writeUInt8(form)
  head.writeUInt32BE(number, 1)
  return Buffer.concat([head, encrypt(key, content, placeOf(ref, at))])
}

export async function open(ref: VaultRef, sealed: Uint8Array, at: SealedAt): Promise<Buffer> {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const where = `${at.field} ${at.record} of merchant ${ref.tenantId}`
  if (bytes.length < headLength + ivLength + tagLength || bytes[0] !== form)
    throw new VaultError(`${where} is not a sealed text`)
  const key = await findKey(ref, bytes.readUInt32BE(1))
  if (!key) throw new VaultError(`${where} was sealed by a key that the merchant does not have`)
  const content = decrypt(unwrap(ref, key), bytes.subarray(headLength), placeOf(ref, at))
  if (!content) throw new VaultError(`${where} does not open: it was changed, or sealed for another place`)
  return content
}

export const sealJson = (ref: VaultRef, content: unknown, at: SealedAt): Promise<Buffer> =>
  seal(ref, Buffer.from(JSON.stringify(content)), at)

/** What `sealJson` sealed. The tag proves that it is unchanged, so it has the type that was sealed. */
export const openJson = async <T>(ref: VaultRef, sealed: Uint8Array, at: SealedAt): Promise<T> =>
  JSON.parse((await open(ref, sealed, at)).toString()) as T

const placeOf = ({ tenantId }: VaultRef, { field, record }: SealedAt): string =>
  JSON.stringify([tenantId, field, record])

// What belongs to no merchant ----------------------------------------------------------------------------------------

/** Encrypted by one of the operator's keys itself, of this name. */
export type OperatorSealed = { master: string; sealed: Buffer }

export function sealForOperator([current]: VaultKeys, content: unknown, at: SealedAt): OperatorSealed {
  const text = Buffer.from(JSON.stringify(content))
  return { master: current.name, sealed: encrypt(current.key, text, operatorPlace(at)) }
}

export function openForOperator<T>(keys: VaultKeys, { master, sealed }: OperatorSealed, at: SealedAt): T {
  const operators = keys.find(({ name }) => name === master)
  if (!operators)
    throw new VaultError(`VAULT_KEYS lacks the key ${master}, which ${at.field} ${at.record} needs`)
  const content = decrypt(operators.key, sealed, operatorPlace(at))
  if (!content) throw new VaultError(`${at.field} ${at.record} does not open: it was changed or moved`)
  return JSON.parse(content.toString()) as T
}

const operatorPlace = ({ field, record }: SealedAt): string => JSON.stringify(['operator', field, record])

// The merchants' keys ------------------------------------------------------------------------------------------------

type WrappedKey = { number: number; master: string; wrapped: Buffer }

async function currentKey(ref: VaultRef): Promise<{ key: Buffer; number: number }> {
  let newest = await findKey(ref)
  if (!newest) {
    // Of two calls that make the first key at once, one inserts it and both read it.
    await insertKey(ref, wrap(ref, randomBytes(32), 1))
    newest = await findKey(ref)
  }
  if (!newest) throw new VaultError(`merchant ${ref.tenantId} has no key`)
  return { key: unwrap(ref, newest), number: newest.number }
}

/** The key of this number, or the newest one. */
async function findKey({ tx, tenantId }: TenantRef, number?: number): Promise<WrappedKey | undefined> {
  const query = tx
    .selectFrom('tenant_key')
    .select(['key_no as number', 'master', 'wrapped'])
    .where('tenant_id', '=', tenantId)
  if (number === undefined) return query.orderBy('key_no', 'desc').limit(1).executeTakeFirst()
  return query.where('key_no', '=', number).executeTakeFirst()
}

async function insertKey({ tx, tenantId, now }: VaultRef, { number, ...wrapped }: WrappedKey): Promise<void> {
  await tx
    .insertInto('tenant_key')
    .values({ tenant_id: tenantId, key_no: number, ...wrapped, created_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key_no']).doNothing())
    .execute()
}

type Keys = Pick<VaultRef, 'tenantId' | 'keys'>

function wrap({ tenantId, keys: [current] }: Keys, key: Buffer, number: number): WrappedKey {
  return {
    number,
    master: current.name,
    wrapped: encrypt(current.key, key, wrappedFor(tenantId, number, current.name)),
  }
}

function unwrap({ tenantId, keys }: Keys, { number, master, wrapped }: WrappedKey): Buffer {
  const operators = keys.find(({ name }) => name === master)
  if (!operators) throw new VaultError(`VAULT_KEYS lacks the key ${master}, which merchant ${tenantId} needs`)
  const key = decrypt(operators.key, wrapped, wrappedFor(tenantId, number, master))
  if (!key)
    throw new VaultError(
      `the key of merchant ${tenantId} does not open: it was changed, or ${master} in VAULT_KEYS is another key of that name`,
    )
  return key
}

const wrappedFor = (tenantId: string, number: number, master: string): string =>
  JSON.stringify(['tenant_key', tenantId, number, master])

// AES-256-GCM --------------------------------------------------------------------------------------------------------

function encrypt(key: Buffer, content: Uint8Array, authenticated: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(authenticated))
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Returns undefined unless the same key encrypted exactly this. */
function decrypt(key: Buffer, bytes: Buffer, authenticated: string): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(authenticated))
    .setAuthTag(bytes.subarray(-tagLength))
  const content = decipher.update(bytes.subarray(ivLength, -tagLength))
  try {
    return Buffer.concat([content, decipher.final()])
  } catch {
    return undefined
  }
}

// Changing the operator's key ----------------------------------------------------------------------------------------

/** How many keys of merchants each of the operator's keys wraps, by its name. */
export async function wrappedCounts({ db }: Pick<Deps, 'db'>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const tenantId of await tenantIds(db.main))
    for (const { master } of await inTenant(db.main, tenantId, (tx) => keysOf(tx, tenantId)))
      counts.set(master, (counts.get(master) ?? 0) + 1)
  return counts
}

/**
 * Wraps the keys of all merchants by the current key, each merchant in a transaction of its own, and yields how many it
 * changed. Stopped at any moment, it goes on when it is called again.
 */
export async function* rewrapAll({ db, config }: Pick<Deps, 'db' | 'config'>): AsyncGenerator<number> {
  const keys = config.vaultKeys
  const known = new Set(keys.map(({ name }) => name))
  const missing = [...(await wrappedCounts({ db })).keys()].filter((name) => !known.has(name))
  if (missing.length > 0)
    throw new VaultError(`VAULT_KEYS lacks ${missing.join(', ')}, which still wraps keys of merchants`)
  for (const tenantId of await tenantIds(db.main))
    yield await inTenant(db.main, tenantId, (tx) => rewrap({ tx, tenantId, keys }))
}

async function rewrap({ tx, tenantId, keys }: TenantRef & { keys: VaultKeys }): Promise<number> {
  const old = (await keysOf(tx, tenantId)).filter(({ master }) => master !== keys[0].name)
  for (const key of old) {
    const { number, ...anew } = wrap({ tenantId, keys }, unwrap({ tenantId, keys }, key), key.number)
    await tx
      .updateTable('tenant_key')
      .set(anew)
      .where('tenant_id', '=', tenantId)
      .where('key_no', '=', number)
      .execute()
  }
  return old.length
}

const keysOf = (tx: Tx, tenantId: string): Promise<WrappedKey[]> =>
  tx
    .selectFrom('tenant_key')
    .select(['key_no as number', 'master', 'wrapped'])
    .where('tenant_id', '=', tenantId)
    .execute()
