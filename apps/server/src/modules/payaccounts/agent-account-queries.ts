/** Accounts of agents at payment providers. They belong to no merchant; the operator alone changes them. */
import type { OnlineClient } from '@slotwise/contract'
import type { Kysely } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import { changesOne } from '../../kernel/rows.ts'
import type { OperatorSealed } from '../../kernel/vault.ts'
import type { AccountIds, AccountRow } from './account-model.ts'

type Db = Kysely<Database>
export type AgentRow = AccountRow & OperatorSealed & { agent_account_id: string; agent: string }

const columns = [
  'agent_account_id',
  'agent',
  'provider',
  'account_no',
  'app_id',
  'master',
  'sealed',
  'notice_key',
  'enabled',
  'rev',
  'created_at',
  'changed_at',
] as const

const all = (db: Db) => db.selectFrom('agent_account').select(columns).$castTo<AgentRow>()

export const listAgentAccounts = (db: Db): Promise<AgentRow[]> =>
  all(db).orderBy('agent').orderBy('provider').orderBy('agent_account_id').execute()

export const accountsOfAgent = (db: Db, agent: string): Promise<AgentRow[]> =>
  all(db).where('agent', '=', agent).execute()

export const findAgentAccount = (db: Db, id: string): Promise<AgentRow | undefined> =>
  all(db).where('agent_account_id', '=', id).executeTakeFirst()

/** The account that new orders of the agent's merchants use. */
export const findEnabledOfAgent = (
  db: Db,
  agent: string,
  provider: OnlineClient,
): Promise<AgentRow | undefined> =>
  all(db)
    .where('agent', '=', agent)
    .where('provider', '=', provider)
    .where('enabled', '=', true)
    .executeTakeFirst()

export async function insertAgentAccount(
  db: Db,
  account: AccountIds & OperatorSealed & { agent: string; notice_key: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('agent_account')
    .values({ ...account, enabled: true, rev: 1, created_at: now, changed_at: now })
    .execute()
}

/** Takes the account out of use. Returns false when there is none in use. */
export const disableOfAgent = (db: Db, agent: string, provider: OnlineClient, now: Date): Promise<boolean> =>
  changesOne(
    db
      .updateTable('agent_account')
      .set((eb) => ({ enabled: false, rev: eb('rev', '+', 1), changed_at: now }))
      .where('agent', '=', agent)
      .where('provider', '=', provider)
      .where('enabled', '=', true),
  )

export const resealAgentAccount = (
  db: Db,
  { agent_account_id: id, rev }: Pick<AgentRow, 'agent_account_id' | 'rev'>,
  change: OperatorSealed & { enabled?: boolean },
  now: Date,
): Promise<boolean> =>
  changesOne(
    db
      .updateTable('agent_account')
      .set({ ...change, rev: rev + 1, changed_at: now })
      .where('agent_account_id', '=', id)
      .where('rev', '=', rev),
  )
