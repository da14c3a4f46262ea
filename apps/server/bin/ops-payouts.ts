/** The operator's commands for payouts that are transferred by hand. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { formatAmount } from '@slotwise/contract'
import { writeXlsx } from '@slotwise/sheets'

import type { Deps } from '../src/kernel/ctx.ts'
import {
  signOffTransfer,
  TransferReason,
  type WaitingTransfer,
  waitingTransfers,
} from '../src/modules/funds/index.ts'
import { type Command, need, type Options } from './ops-options.ts'

const changed = 'the card is not the approved one any more: refuse it'

async function list(deps: Deps, options: Options): Promise<void> {
  const { out } = options
  if (out !== undefined) return writeList(out, () => waitingTransfers(deps, { clear: true }))
  const waiting = await waitingTransfers(deps, { clear: false })
  for (const { payoutNo, amount, currency, username, mchName, askedAt, account } of waiting) {
    const to = account ? [account.holder, account.bank, account.number].join(' ') : changed
    console.log(
      `${payoutNo}: ${formatAmount(amount)} ${currency} to ${to}; ${mchName} (${username}), since ${askedAt.toISOString()}`,
    )
  }
  console.log(`${waiting.length} payouts wait`)
}

/** The file comes first, so that no look is in the audit that was none. */
async function writeList(path: string, read: () => Promise<WaitingTransfer[]>): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve()).once('error', reject)
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new Error(`${path} is there already; --out names a new file`, { cause: error })
      : error
  })
  const waiting = await read()
  const rows = waiting.map(({ payoutNo, amount, currency, username, mchName, account }) => [
    payoutNo,
    { cents: amount },
    currency,
    account?.holder ?? '',
    account?.number ?? '',
    account?.bank ?? '',
    account?.bankNo ?? '',
    mchName,
    username,
    account ? '' : changed,
  ])
  const columns = [
    'Payout',
    'Amount',
    'Currency',
    'Holder',
    'Account',
    'Bank',
    'Branch number',
    'Merchant',
    'Username',
    'Remarks',
  ]
  const sheet = {
    sheetName: 'Payouts',
    columns: columns.map((header) => ({
      header,
      kind: header === 'Amount' ? ('money' as const) : ('text' as const),
    })),
    utcOffsetMinutes: 0,
  }
  await pipeline(writeXlsx(sheet, Readable.from([rows])), file)
  console.log(
    `${path}: ${waiting.length} payouts with the clear numbers of their accounts. Delete it afterwards.`,
  )
}

async function paid(deps: Deps, options: Options): Promise<void> {
  const number = need(options, 'number')
  if (!(await signOffTransfer(deps, number, { state: 'success' })))
    throw new Error(`no payout ${number} waits`)
  console.log(`${number}: paid`)
}

async function refused(deps: Deps, options: Options): Promise<void> {
  const number = need(options, 'number')
  const reason = TransferReason.safeParse(need(options, 'reason'))
  if (!reason.success) throw new Error('the reason is one line of at most 200 characters')
  if (!(await signOffTransfer(deps, number, { state: 'failed', why: reason.data })))
    throw new Error(`no payout ${number} waits`)
  console.log(`${number}: refused; the money is owed again`)
}

export const payoutCommands: Record<string, Command> = {
  'payouts list': {
    usage: 'payouts list [--out FILE.xlsx]',
    what: 'payouts that wait for your transfer, the oldest first, with masked numbers of accounts; with --out, a workbook with the clear numbers, which the audit records',
    run: list,
  },
  'payouts paid': {
    usage: 'payouts paid NUMBER',
    what: 'sign off a payout that you have transferred; once, and for good',
    operands: ['number'],
    run: paid,
  },
  'payouts refused': {
    usage: 'payouts refused NUMBER REASON',
    what: 'sign off a payout that the bank refused for certain; the merchant reads the reason, and the money is part of the next settlement',
    operands: ['number', 'reason'],
    run: refused,
  },
}
