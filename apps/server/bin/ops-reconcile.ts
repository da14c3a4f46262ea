/** The operator's command that compares a provider's statement, which came as a file, with our books. */
import { Day, formatAmount, onlineClients } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { findTenant } from '../src/modules/account/index.ts'
import { importStatement, isProvider, statementDays } from '../src/modules/exceptions/index.ts'
import { type Command, need, type Options } from './ops-options.ts'

async function reconcileFile(deps: Deps, options: Options): Promise<void> {
  const client = need(options, 'provider')
  if (!isProvider(client)) throw new Error(`the provider is one of ${onlineClients.join(', ')}`)
  const { day: given, username, account } = options
  if ((username === undefined) !== (account === undefined))
    throw new Error('--username and --account go together: the merchant, and the number of its own account')
  if (given !== undefined && !Day.safeParse(given).success)
    throw new Error('--day is a day such as 2026-11-15')
  const { day, merchants, strangers } = await importStatement(deps, {
    client,
    path: need(options, 'file'),
    day: given,
    own: account && username ? { tenantId: await findTenant(deps, username), accountNo: account } : undefined,
  })
  for (const { tenantId, lines, matched, differing, ours, theirs } of merchants)
    console.log(
      `merchant ${tenantId}: ${day}, ${lines} lines, ${matched} matched, ${differing} cases; ` +
        `paid ${formatAmount(theirs.paid)}, our books ${formatAmount(ours.paid)}; ` +
        `refunded ${formatAmount(theirs.refunded)}, our books ${formatAmount(ours.refunded)}`,
    )
  if (merchants.length === 0) console.log(`${day}: no merchant has payments by ${client}`)
  for (const { kind, merchantOrder, txn, amount } of strangers.first)
    console.log(`belongs to no merchant: ${kind} ${merchantOrder}, ${formatAmount(amount)}, ${txn}`)
  const more = strangers.count - strangers.first.length
  if (more > 0) console.log(`belong to no merchant: ${more} more`)
}

/** One line for each day, provider and account; merchants of the platform's account are counted together. */
async function sayStatements(deps: Deps, { username }: Options): Promise<void> {
  const only = username === undefined ? undefined : await findTenant(deps, username)
  const days = await statementDays(deps, only)
  for (const { day, client, accountNo, merchants, differs, missing } of days) {
    const of = accountNo === null ? 'platform' : `account ${accountNo} of merchant ${merchants.join(', ')}`
    const compared = merchants.length - missing.length
    const states = [
      ...(compared > 0 ? [`${compared} compared, ${differs.length} of them differ`] : []),
      ...(missing.length > 0 ? [`no statement yet for ${missing.length}`] : []),
    ]
    console.log(`${day} ${client}, ${of}: ${states.join('; ')}`)
  }
  if (days.length === 0) console.log('no day with online payments is known yet')
}

export const reconcileCommands: Record<string, Command> = {
  reconcile: {
    usage: 'reconcile PROVIDER FILE [--day DAY] [--username NAME --account NUMBER]',
    what: `compare a statement of ${onlineClients.join(', ')} (docs/providers.md) with our payments and refunds; differences become cases of their merchants, lines of no merchant are listed here; the same file again changes nothing. With --username and --account it is the statement of that merchant's own account, and concerns no other merchant`,
    operands: ['provider', 'file'],
    run: reconcileFile,
  },
  statements: {
    usage: 'statements [--username NAME]',
    what: 'which days of the last 40 were compared with the statements of providers, which differ, and which had payments and have no statement yet; of all merchants, or of one',
    run: sayStatements,
  },
}
