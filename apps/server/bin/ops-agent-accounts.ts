/** The operator's commands for agents that collect at payment providers what customers of their merchants pay. */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

import { type OnlineClient, onlineClients, type PayAccountTrial } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import {
  agentAccountLines,
  putAgentAccount,
  stopAgentAccount,
  tryAgentAccount,
  tryEnteredAccount,
} from '../src/modules/payaccounts/index.ts'
import { type Command, need, type Options } from './ops-options.ts'

function providerIn(options: Options): OnlineClient {
  const provider = onlineClients.find((one) => one === need(options, 'provider'))
  if (!provider) throw new Error(`--provider is one of ${onlineClients.join(', ')}`)
  return provider
}

/** Values that begin with @ name files beside the one that holds them, so that keys stay in files of their own. */
async function fieldsIn(file: string): Promise<Record<string, unknown>> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  const fields: unknown = tried(() => JSON.parse(content))
  if (typeof fields !== 'object' || fields === null) throw new Error(`${file} is not a JSON object`)
  const folder = file === '-' ? '.' : dirname(file)
  const values = Object.entries(fields).map(async ([name, value]) => {
    const isFile = typeof value === 'string' && value.startsWith('@')
    return [name, isFile ? await readFile(resolve(folder, value.slice(1)), 'utf8') : value] as const
  })
  return Object.fromEntries(await Promise.all(values))
}

/** The errors of JSON quote the text, which holds keys. */
function tried(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

async function set(deps: Deps, options: Options): Promise<void> {
  const [agent, provider] = [need(options, 'code'), providerIn(options)]
  if (!/^[\w-]{1,32}$/.test(agent)) throw new Error('--code is the code of an agent')
  const fields = await fieldsIn(need(options, 'file'))
  tell(await tryEnteredAccount(deps, provider, fields))
  await putAgentAccount(deps, agent, provider, fields)
  console.log(
    `new orders of the merchants of ${agent} are paid into this account, unless a merchant has one of its own`,
  )
}

async function tryIt(deps: Deps, options: Options): Promise<void> {
  tell(await tryAgentAccount(deps, need(options, 'code'), providerIn(options)))
}

function tell({ works, signed, why, said }: PayAccountTrial): void {
  if (!works) throw new Error(`the account does not work: ${[why, said].filter(Boolean).join(', ')}`)
  console.log(signed ? 'it works, and the answer is rightly signed' : 'it works; the answer is not signed')
}

export const agentAccountCommands: Record<string, Command> = {
  'agent account set': {
    usage: 'agent account set --code CODE --provider wechat|alipay|gkash --file FILE.json|-',
    what: 'let an agent collect what customers of its merchants pay, and try the account; the file, or standard input, holds account_no, app_id and the keys, "@name" for the text of another file',
    run: set,
  },
  'agent account list': {
    usage: 'agent account list',
    what: 'the accounts of all agents, with masked numbers',
    async run(deps) {
      for (const line of await agentAccountLines(deps)) console.log(line)
    },
  },
  'agent account try': {
    usage: 'agent account try --code CODE --provider wechat|alipay|gkash',
    what: "ask the provider of an agent's account for an order that was never made; ends with code 1 when it fails",
    run: tryIt,
  },
  'agent account off': {
    usage: 'agent account off --code CODE --provider wechat|alipay|gkash',
    what: 'use it for no new orders; those that were made with it are still asked for and refunded there',
    run: (deps, options) => stopAgentAccount(deps, need(options, 'code'), providerIn(options)),
  },
}
