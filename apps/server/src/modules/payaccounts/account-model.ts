/** Accounts at payment providers, as orders name them and as their merchants see them. */
import type { OnlineClient, PayAccountSecret } from '@slotwise/contract'

/** The account that an order is paid into; neither: the platform's. */
export type AccountRef = { pay_account_id: string | null; agent_account_id: string | null }

export const platformAccount: AccountRef = { pay_account_id: null, agent_account_id: null }

/** Whether a merchant or an agent owns the account, so that what it receives is no funds of ours. */
export const isOwnAccount = ({ pay_account_id: own, agent_account_id: agent }: AccountRef): boolean =>
  own !== null || agent !== null

export const isSameAccount = (a: AccountRef, b: AccountRef): boolean =>
  a.pay_account_id === b.pay_account_id && a.agent_account_id === b.agent_account_id

export type AccountIds = { provider: OnlineClient; account_no: string; app_id: string }
/** Texts as they were entered; empty where the account has none. */
export type AccountKeys = Record<PayAccountSecret, string>

/** What is public of a stored account. */
export type AccountRow = AccountIds & {
  notice_key: string
  enabled: boolean
  rev: number
  created_at: Date
  changed_at: Date
}

/** Shows the ends of an identifier. */
export function maskedId(id: string): string {
  const shown = Math.min(4, Math.floor(id.length / 4))
  return id === '' ? '' : `${id.slice(0, shown)}****${id.slice(id.length - shown)}`
}
