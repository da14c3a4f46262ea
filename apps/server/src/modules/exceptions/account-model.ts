/** Whose account at a provider a statement is of. Nothing here reads the database. */
import type { OnlineClient } from '@slotwise/contract'

/** The account of the platform has the key 0, one of the merchant's own its number. */
export type Account = { client: OnlineClient; accountKey: string }

export const platformKey = '0'
export const platformAccount = (client: OnlineClient): Account => ({ client, accountKey: platformKey })
