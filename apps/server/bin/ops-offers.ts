/** The operator's commands for the payment providers that merchants and agents may use. */
import { type OnlineClient, onlineClients } from '@slotwise/contract'

import { findTenant } from '../src/modules/account/index.ts'
import { allowForAgent, allowForMerchant, type Allowed } from '../src/modules/payaccounts/index.ts'
import { type Command, need, type Options } from './ops-options.ts'

const form = `${onlineClients.join(',')}, some of them, "none", or "default"`

function allowedIn(options: Options): Allowed {
  const value = need(options, 'providers')
  if (value === 'default') return null
  if (value === 'none') return []
  const names = value.split(',')
  const known = onlineClients.filter((client) => names.includes(client))
  if (known.length !== names.length) throw new Error(`--providers is ${form}`)
  return known
}

const inWords = (allowed: readonly OnlineClient[] | null): string =>
  allowed === null ? 'no limit of their own' : allowed.join(', ') || 'none'

export const offerCommands: Record<string, Command> = {
  'merchant providers': {
    usage: 'merchant providers --username NAME --providers wechat,alipay,gkash|none|default',
    what: 'the payment providers that new orders of this merchant may use; "default" is what its agent may, or all',
    async run(deps, options) {
      const allowed = allowedIn(options)
      await allowForMerchant(deps, await findTenant(deps, need(options, 'username')), allowed)
      console.log(`new orders: ${inWords(allowed)}`)
    },
  },
  'agent providers': {
    usage: 'agent providers --code CODE --providers wechat,alipay,gkash|none|default',
    what: 'the same for all merchants of an agent that have no limit of their own',
    async run(deps, options) {
      const allowed = allowedIn(options)
      const count = await allowForAgent(deps, need(options, 'code'), allowed)
      console.log(`new orders of ${count} merchants: ${inWords(allowed)}`)
    },
  },
}
