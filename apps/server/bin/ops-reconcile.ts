/** The operator's command that compares a provider's statement, which came as a file, with our books. */
import { Day, formatAmount, onlineClients } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { importStatement, isProvider } from '../src/modules/exceptions/index.ts'
import { type Command, need, type Options } from './ops-options.ts'

async function reconcileFile(deps: Deps, options: Options): Promise<void> {
  const client = need(options, 'provider')
  if (!isProvider(client)) throw new Error(`the provider is one of ${onlineClients.join(', ')}`)
  const { day: given } = options
  if (given !== undefined && !Day.safeParse(given).success)
    throw new Error('--day is a day such as 2026-11-15')
  const { day, merchants, strangers } = await importStatement(deps, {
    client,
    path: need(options, 'file'),
    day: given,
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

export const reconcileCommands: Record<string, Command> = {
  reconcile: {
    usage: 'reconcile PROVIDER FILE [--day DAY]',
    what: `compare a statement of ${onlineClients.join(', ')} (docs/providers.md) with our payments and refunds; differences become cases of their merchants, lines of no merchant are listed here; the same file again changes nothing`,
    operands: ['provider', 'file'],
    run: reconcileFile,
  },
}
