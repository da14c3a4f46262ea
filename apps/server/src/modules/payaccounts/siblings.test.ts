/** Accounts of agents beside each other. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeProviders, wechatFields } from '../../../test/pay-account-stand.ts'
import { findAgentAccount, listAgentAccounts } from './agent-account-queries.ts'
import { putAgentAccount } from './index.ts'

const app = await testApp()

test('each account of an agent is found by its own number', async () => {
  const { wechats } = await makeProviders(app, 2)
  for (const [i, server] of wechats.entries())
    await putAgentAccount(app.deps, `agent${i}`, 'wechat', wechatFields(server))
  const accounts = await listAgentAccounts(app.deps.db.main)
  expect(accounts.map(({ agent }) => agent)).toEqual(['agent0', 'agent1'])
  for (const { agent_account_id: id, agent } of accounts)
    expect(await findAgentAccount(app.deps.db.main, id)).toMatchObject({ agent_account_id: id, agent })
  expect(await findAgentAccount(app.deps.db.main, '999999999')).toBeUndefined()
})
