/** The operator's commands for the sandboxes, which stand for payment providers and for the bank. */
import { formatAmount } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { findTenant } from '../src/modules/account/index.ts'
import { askEarly, askSoon } from '../src/modules/funds/index.ts'
import { Manners, type Sandbox, sandboxOf } from '../src/ports/payments/sandbox.ts'
import { payoutManners, type PayoutSandbox, payoutSandboxOf } from '../src/ports/payout/sandbox.ts'
import { type Command, need, type Options } from './ops-options.ts'

function paymentsOf({ payments }: Deps): Sandbox {
  const sandbox = sandboxOf(payments)
  if (!sandbox) throw new Error('the sandbox stands for no payment provider here')
  return sandbox
}

function bankOf({ payout }: Deps): PayoutSandbox {
  const bank = payoutSandboxOf(payout)
  if (!bank) throw new Error('the sandbox does not pay out here')
  return bank
}

/** Words of a manner are joined by hyphens on the command line. */
const spaced = (word: string): string => word.replaceAll('-', ' ')
const hyphened = (manner: string): string => manner.replaceAll(' ', '-')

const choices = Object.entries(Manners.shape).map(([name, field]) => {
  const { options } = field.unwrap() as { options?: readonly string[] }
  return `${name}=${options ? options.map(hyphened).join('|') : 'NUMBER'}`
})

/** `create=fails,noticeAmount=1` as manners. */
function mannersIn(text: string): Manners {
  if (text === 'none') return {}
  const pairs = text.split(',').map((pair): [string, string | number] => {
    const [name = '', value = ''] = pair.split('=')
    return [name, /^\d+$/.test(value) ? Number(value) : spaced(value)]
  })
  const manners = Manners.safeParse(Object.fromEntries(pairs))
  if (!manners.success) throw new Error(`--manner is "none", or one or more of ${choices.join(', ')}`)
  return manners.data
}

const mannersText = (manners: Manners): string =>
  Object.entries(manners)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${hyphened(String(value))}`)
    .join(',') || 'none'

async function payments(deps: Deps, options: Options): Promise<void> {
  const sandbox = paymentsOf(deps)
  const { manner, order } = options
  if (manner !== undefined) {
    const manners = mannersIn(manner)
    if (!(await sandbox.behave(manners, order))) throw new Error(`the sandbox has no payment ${order}`)
    return console.log(`${order === undefined ? 'payments from now on' : order}: ${mannersText(manners)}`)
  }
  if (order === undefined) return console.log(`payments from now on: ${mannersText(await sandbox.manners())}`)
  const payment = await sandbox.find(order)
  if (!payment) throw new Error(`the sandbox has no payment ${order}`)
  console.log(`${order}: ${payment.state}, ${formatAmount(payment.amount)}, ${mannersText(payment.manners)}`)
}

async function endRefund(deps: Deps, options: Options): Promise<void> {
  const [number, end] = [need(options, 'number'), options['end']]
  if (end !== 'success' && end !== 'rejected') throw new Error('a refund ends with success or rejected')
  if (!(await paymentsOf(deps).endRefund(number, end)))
    throw new Error(`the sandbox has no refund ${number} on its way`)
  console.log(`${number}: ${end}`)
}

async function payouts(deps: Deps, options: Options): Promise<void> {
  const bank = bankOf(deps)
  const { manner } = options
  if (manner !== undefined) {
    const wanted = payoutManners.find((one) => one === spaced(manner))
    if (!wanted && manner !== 'none')
      throw new Error(`--manner is one of ${payoutManners.map(hyphened).join(', ')}, none`)
    await bank.behave(wanted)
  }
  console.log(`payouts from now on: ${hyphened((await bank.manner()) ?? 'none')}`)
  for (const { payout_no: number, amount, currency } of await bank.underway())
    console.log(`${number}: on its way, ${formatAmount(amount)} ${currency}`)
}

async function endPayout(deps: Deps, options: Options): Promise<void> {
  const [number, end] = [need(options, 'number'), options['end']]
  if (end !== 'success' && end !== 'failed') throw new Error('a payout ends with success or failed')
  if (!(await bankOf(deps).end(number, end)))
    throw new Error(`the sandbox has no payout ${number} on its way`)
  await askSoon(deps, number)
  console.log(`${number}: ${end}`)
}

async function morning(deps: Deps, options: Options): Promise<void> {
  bankOf(deps)
  const { day, payouts: count } = await askEarly(deps, await findTenant(deps, need(options, 'username')))
  console.log(`${day}: ${count} payouts asked for`)
}

export const sandboxCommands: Record<string, Command> = {
  'sandbox payments': {
    usage: 'sandbox payments [--manner NAME=VALUE,…|none] [--order NUMBER]',
    what: `show how the sandbox of payments misbehaves, or have it misbehave, with payments from now on or with one: ${choices.join(', ')}`,
    run: payments,
  },
  'sandbox refunds end': {
    usage: 'sandbox refunds end NUMBER success|rejected',
    what: 'end a refund that stays on its way (refund=processing)',
    operands: ['number', 'end'],
    run: endRefund,
  },
  'sandbox payouts': {
    usage: `sandbox payouts [--manner ${payoutManners.map(hyphened).join('|')}|none]`,
    what: 'show or set how the sandbox of payouts misbehaves with payouts from now on; lists those on their way',
    run: payouts,
  },
  'sandbox payouts end': {
    usage: 'sandbox payouts end NUMBER success|failed',
    what: 'end a payout that stays on its way (processing)',
    operands: ['number', 'end'],
    run: endPayout,
  },
  'sandbox payouts morning': {
    usage: 'sandbox payouts morning --username NAME',
    what: "ask for a merchant's payouts of the next morning now; that morning does not come again",
    run: morning,
  },
}
