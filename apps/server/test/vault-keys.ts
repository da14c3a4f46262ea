/** A key for programs that share a database but no data folder. */
export const testVaultKeys = `test:${Buffer.alloc(32, 'test').toString('base64')}`
