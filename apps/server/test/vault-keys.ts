import { generatePushKey } from '../src/kernel/push-key.ts'

/** A key for programs that share a database but no data folder. */
export const testVaultKeys = `test:${Buffer.alloc(32, 'test').toString('base64')}`

/** All secrets that a server would otherwise keep in its data folder. */
export const testSecrets = { PEPPER: 'x', VAULT_KEYS: testVaultKeys, PUSH_KEY: generatePushKey() }
