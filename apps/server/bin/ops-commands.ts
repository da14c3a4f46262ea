/** The operator's commands. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { AgentCode, Day, formatRate } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { tenantIds } from '../src/kernel/tenants.ts'
import {
  clearCustom,
  deleteAgent,
  findTenant,
  listAgents,
  makeOperationCode,
  putAgent,
  resetOperation,
  resetPassword,
  setCustom,
  setFeeRate,
  unlockOperation,
} from '../src/modules/account/index.ts'
import { describeFinding, sealAll, verifyAll, verifyTenant } from '../src/modules/audit/index.ts'
import { recount, salesRange } from '../src/modules/bills/index.ts'
import { fundRange, recountFunds } from '../src/modules/ledger/index.ts'
import type { Opened } from './open-deps.ts'
import { agentAccountCommands } from './ops-agent-accounts.ts'
import { backupCommands } from './ops-backup.ts'
import { cardCommands } from './ops-cards.ts'
import { type Command, need, type Options } from './ops-options.ts'
import { machineCommands } from './ops-machines.ts'
import { offerCommands } from './ops-offers.ts'
import { payoutCommands } from './ops-payouts.ts'
import { reconcileCommands } from './ops-reconcile.ts'
import { providerCommands } from './ops-providers.ts'
import { refundCommands } from './ops-refunds.ts'
import { sandboxCommands } from './ops-sandbox.ts'
import { spreadCommands } from './ops-spread.ts'
import { vaultCommands } from './ops-vault.ts'

/** A text for the header or the footer. */
const short = (options: Options, name: string): string | undefined => {
  const value = options[name]
  if (value !== undefined && value.length > 120) throw new Error(`--${name} may have 120 characters`)
  return value
}

const picture = async (options: Options, name: string): Promise<Buffer | undefined> => {
  const path = options[name]
  return path === undefined ? undefined : readFile(path)
}

/** Removes the options that were not given. */
const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

/** The merchant of --username; undefined, for all merchants, without it. */
const merchantOf = async (deps: Deps, options: Options): Promise<string | undefined> =>
  options['username'] === undefined ? undefined : findTenant(deps, options['username'])

/** The first moment of a month of UTC, such as 2026-01. */
function monthOf(options: Options, name: string): Date | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) throw new Error(`--${name} is a month such as 2026-01`)
  return new Date(`${value}-01T00:00:00Z`)
}

async function sealAudit(deps: Deps, options: Options): Promise<void> {
  for (const { tenantId, rows, seals, head } of await sealAll(deps, await merchantOf(deps, options)))
    console.log(`merchant ${tenantId}: ${rows} rows in ${seals} new seals, head ${head ?? 'none'}`)
}

/** Ends with code 1 when the audit log does not verify, so that a script can monitor it. */
async function verifyAudit(deps: Deps, options: Options): Promise<void> {
  const only = await merchantOf(deps, options)
  const { seal, head: known } = options
  if ((seal === undefined) !== (known === undefined) || (seal !== undefined && only === undefined))
    throw new Error('--seal and --head go together, with --username')
  const anchor = seal === undefined || known === undefined ? undefined : { seal: Number(seal), head: known }
  const keptFrom = monthOf(options, 'kept-from')
  const verdicts =
    only === undefined
      ? await verifyAll(deps, { keptFrom })
      : [await verifyTenant(deps, only, { anchor, keptFrom })]
  for (const { tenantId, rows, seals, head, rowsSealedLate, rowsArchived, findings } of verdicts) {
    console.log(`merchant ${tenantId}: ${rows} rows, ${seals} seals, head ${head ?? 'none'}`)
    if (rowsSealedLate > 0)
      console.log(
        `merchant ${tenantId}: ${rowsSealedLate} rows were sealed more than an hour after they were written`,
      )
    if (rowsArchived > 0) console.log(`merchant ${tenantId}: ${rowsArchived} rows are archived`)
    for (const finding of findings) console.log(`merchant ${tenantId}: ${describeFinding(finding)}`)
  }
  const troubled = verdicts.filter(({ findings }) => findings.length > 0)
  if (troubled.length > 0)
    throw new Error(`the audit of ${troubled.length} of ${verdicts.length} merchants does not fit its seals`)
}

const day = (options: Options, name: string): string | undefined => {
  const value = options[name]
  if (value !== undefined && !Day.safeParse(value).success)
    throw new Error(`--${name} is a day such as 2026-11-15`)
  return value
}

/** `0.60%` as hundredths of a percent; null for the rate of all merchants. */
function feeRate(options: Options): number | null {
  const value = need(options, 'rate')
  if (value === 'default') return null
  const [, whole, decimals = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?%$/.exec(value) ?? []
  const rate = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  if (!(rate <= 10_000)) throw new Error('--rate is a percentage such as 0.60%, or "default"')
  return rate
}

/** Ends with code 1 when sums differ and are not repaired, so that a script can monitor it. */
async function recountBills(deps: Deps, options: Options): Promise<void> {
  const repair = options['repair'] !== undefined
  const [from, to] = [day(options, 'from'), day(options, 'to')]
  const only = await merchantOf(deps, options)
  let [count, crooked] = [0, 0]
  for (const tenantId of only === undefined ? await tenantIds(deps.db.main) : [only]) {
    const kinds = [
      { of: 'bills', name: '', known: await salesRange(deps, tenantId), compare: recount },
      { of: 'lines', name: ', funds', known: await fundRange(deps, tenantId), compare: recountFunds },
    ]
    for (const { of, name, known, compare } of kinds) {
      if (!known) continue
      const range = { from: from ?? known.from, to: to ?? known.to }
      const differences = await compare(deps, tenantId, range, { repair })
      const wrong = differences.filter(({ table }) => table === 'ledger_line').length
      crooked += wrong
      count += differences.length - wrong
      console.log(
        `merchant ${tenantId}${name}: ${range.from} to ${range.to}, ${differences.length} differences`,
      )
      for (const { table, key, stored, recounted } of differences)
        console.log(
          `merchant ${tenantId}: ${table} ${JSON.stringify(key)} has ${JSON.stringify(stored)}, ${of} ${JSON.stringify(recounted)}`,
        )
    }
  }
  if (count > 0 && repair) console.log(`${count} sums were corrected`)
  if (count > 0 && !repair) throw new Error(`${count} sums differ from a recount; --repair corrects them`)
  if (crooked > 0) throw new Error(`${crooked} postings of the ledger do not add up to nothing`)
}

const commands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    what: 'bring the schema up to date and stop',
    run: async () => console.log('up to date'),
  },
  password: {
    usage: 'password --username NAME',
    what: 'give an account a new login password, shown once; its sessions end',
    run: async (deps, options) =>
      console.log(`new password: ${await resetPassword(deps, need(options, 'username'))}`),
  },
  'operation-password': {
    usage: 'operation-password --username NAME',
    what: 'give a main account that forgot its operation password a new one, shown once; its sessions end',
    run: async (deps, options) =>
      console.log(`new operation password: ${await resetOperation(deps, need(options, 'username'))}`),
  },
  'operation-code': {
    usage: 'operation-code --username NAME',
    what: 'make a code, shown once and valid for 30 minutes, by which a main account without text messages resets it',
    run: async (deps, options) =>
      console.log(`code: ${await makeOperationCode(deps, need(options, 'username'))}`),
  },
  unlock: {
    usage: 'unlock --username NAME',
    what: 'lift the lock after too many wrong operation passwords',
    run: (deps, options) => unlockOperation(deps, need(options, 'username')),
  },
  'custom set': {
    usage: 'custom set --username NAME [--title TEXT] [--copyright TEXT] [--logo FILE] [--icon FILE]',
    what: "replace title, logos (JPEG, PNG) and copyright line in a merchant's console",
    async run(deps, options) {
      const change = given({
        title: short(options, 'title'),
        copyright: short(options, 'copyright'),
        logo: await picture(options, 'logo'),
        icon: await picture(options, 'icon'),
      })
      console.log(await setCustom(deps, need(options, 'username'), change))
    },
  },
  'custom clear': {
    usage: 'custom clear --username NAME',
    what: 'go back to our own title and logo',
    run: (deps, options) => clearCustom(deps, need(options, 'username')),
  },
  'agent set': {
    usage: 'agent set --code CODE --name NAME [--logo FILE] [--copyright TEXT]',
    what: 'brand the public screens for ?agent=CODE; replaces what was set before',
    async run(deps, options) {
      const code = AgentCode.safeParse(need(options, 'code'))
      if (!code.success) throw new Error('--code may hold letters, digits, _ and -, at most 32')
      const rest = given({ copyright: short(options, 'copyright'), logo: await picture(options, 'logo') })
      console.log(await putAgent(deps, code.data, { name: need(options, 'name'), ...rest }))
    },
  },
  'agent list': {
    usage: 'agent list',
    what: 'show all agents',
    run: async (deps) => console.table(await listAgents(deps)),
  },
  'agent delete': {
    usage: 'agent delete --code CODE',
    what: 'forget an agent',
    run: (deps, options) => deleteAgent(deps, need(options, 'code')),
  },
  'audit seal': {
    usage: 'audit seal [--username NAME]',
    what: 'seal what the audit holds now instead of waiting for the worker; all merchants, or one',
    run: sealAudit,
  },
  'audit verify': {
    usage: 'audit verify [--username NAME [--seal NUMBER --head HASH]] [--kept-from MONTH]',
    what: 'recompute the seals of the audit, and compare one with what the log said of it: names every changed, missing or unsealed row and ends with code 1; months before --kept-from are archived',
    run: verifyAudit,
  },
  'merchant fee': {
    usage: 'merchant fee --username NAME --rate 0.60%|default',
    what: 'what a payment by a provider costs this merchant from now on; "default" is the rate of all',
    async run(deps, options) {
      const rate = feeRate(options)
      await setFeeRate(deps, need(options, 'username'), rate)
      console.log(rate === null ? 'from now on the rate of all' : `from now on ${formatRate(rate / 100)}`)
    },
  },
  recount: {
    usage: 'recount [--username NAME] [--from DAY] [--to DAY] [--repair]',
    what: 'compare the sums of bills with the bills themselves, and of funds with the lines of the ledger, of all merchants or one, and repair them if told so; ends with code 1 when some differ',
    run: recountBills,
  },
  ...agentAccountCommands,
  ...offerCommands,
  ...machineCommands,
  ...cardCommands,
  ...spreadCommands,
  ...vaultCommands,
  ...providerCommands,
  ...reconcileCommands,
  ...refundCommands,
  ...payoutCommands,
  ...sandboxCommands,
}

function help(): void {
  console.log('npm run ops -- COMMAND\n')
  for (const { usage, what } of Object.values({ ...commands, ...backupCommands }))
    console.log(`  ${usage}\n      ${what}`)
}

const names = [
  'username',
  'account',
  'title',
  'copyright',
  'logo',
  'icon',
  'code',
  'name',
  'seal',
  'head',
  'kept-from',
  'sn',
  'type',
  'slots',
  'rate',
  'url',
  'png',
  'count',
  'provider',
  'providers',
  'file',
  'from',
  'to',
  'card',
  'state',
  'out',
  'reason',
  'sent',
  'day',
  'manner',
  'order',
]

/** The command that the first words name, the most words that name one, and the words after them by what they are. */
function commandOf(words: readonly string[]): {
  name: string
  command: Command | undefined
  operands: Options
} {
  const name = words.join(' ')
  for (let count = words.length; count > 0; count -= 1) {
    const first = words.slice(0, count).join(' ')
    const command = Object.hasOwn(commands, first) ? commands[first] : undefined
    const rest = words.slice(count)
    if (command && (command.operands ?? []).length === rest.length) {
      const operands: Options = Object.fromEntries(
        (command.operands ?? []).map((operand, index): [string, string | undefined] => [
          operand,
          rest[index],
        ]),
      )
      return { name, command, operands }
    }
  }
  return { name, command: undefined, operands: {} }
}

/** Runs the command that the arguments name. Opens the database only once they are understood. */
export async function runOps(args: string[], open: () => Promise<Opened>): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      repair: { type: 'boolean' },
    },
  })
  const { name, command, operands } = commandOf(positionals)
  if (name === '' || name === 'help') return help()
  if (!command) throw new Error(`there is no command "${name}"; try help`)
  const { deps, close } = await open()
  try {
    const { repair, ...rest } = values
    await command.run(deps, { ...rest, ...operands, ...(repair === true ? { repair: 'yes' } : {}) })
  } finally {
    await close()
  }
}
