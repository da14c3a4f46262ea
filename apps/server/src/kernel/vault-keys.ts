/**
 * The operator's keys of the vault, written `name:key,name:key`: the key is the base64 of 32 bytes. The first encrypts,
 * the others are older and only decrypt. The setting VAULT_KEYS and the file `vault-key` of the data folder have this form.
 */
import { randomBytes } from 'node:crypto'

export type VaultKey = { name: string; key: Buffer }
/** The first is the current one. */
export type VaultKeys = readonly [VaultKey, ...VaultKey[]]

export const vaultKeysForm =
  'must list keys as name:base64 of 32 bytes, separated by commas, the current one first, each name once'

/** Returns undefined unless the text is a list of keys. */
export function parseVaultKeys(text: string): VaultKeys | undefined {
  const keys = text.split(',').map((entry) => parseKey(entry.trim()))
  const [first, ...others] = keys.filter((key) => key !== undefined)
  if (!first || others.length + 1 < keys.length) return undefined
  const names = new Set([first, ...others].map(({ name }) => name))
  return names.size === keys.length ? [first, ...others] : undefined
}

function parseKey(entry: string): VaultKey | undefined {
  const [, name, base64] = /^([\w.-]{1,40}):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? []
  return name === undefined || base64 === undefined ? undefined : { name, key: Buffer.from(base64, 'base64') }
}

export const vaultKeysText = (keys: readonly VaultKey[]): string =>
  keys.map(({ name, key }) => `${name}:${key.toString('base64')}`).join(',')

/** A key with a name of its own, so that the key of another installation is never taken for it. */
export const generateVaultKey = (): string =>
  vaultKeysText([{ name: `own-${randomBytes(4).toString('hex')}`, key: randomBytes(32) }])
