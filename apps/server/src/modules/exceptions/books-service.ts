/** Compares payments and refunds of ours with the lines of the provider's statements. */
import { onlineClients, type OnlineClient } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import type { Account } from './account-model.ts'
import { type Certain, type Difference, differenceOf, isCovered, type Theirs } from './books-model.ts'
import * as books from './books-queries.ts'
import { tellConsoles } from './case-events.ts'
import type { Found } from './case-model.ts'
import { closeCases } from './find-queries.ts'
import * as statements from './statement-queries.ts'

const atOnce = 500

type Sides = {
  payment: books.Payment | undefined
  refunds: books.BookedRefund[]
  lines: statements.StoredLine[]
  theirs: Theirs
}

const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/**
 * What both sides know of these orders, by their numbers at the provider. Only statements of the order's account count: a
 * merchant's own account says nothing about what the platform's has received.
 */
async function sidesOf(
  ref: TenantRef,
  merchantOrders: readonly string[],
  accountOf: (merchantOrder: string) => Account | undefined,
): Promise<Map<string, Sides>> {
  const payments = await books.paymentsNumbered(ref, merchantOrders)
  const byNumber = new Map(payments.map((payment) => [payment.merchant_order, payment]))
  const refunds = Map.groupBy(
    await books.refundsOfOrders(
      ref,
      payments.map(({ orderno }) => orderno),
    ),
    ({ orderno }) => orderno,
  )
  const lines = Map.groupBy(
    await statements.linesOfOrders(ref, merchantOrders),
    ({ merchant_order: number }) => number,
  )
  return new Map(
    merchantOrders.map((number) => {
      const payment = byNumber.get(number)
      const account = accountOf(number)
      const own = (lines.get(number) ?? []).filter(
        (line) => line.client === account?.client && line.account_key === account.accountKey,
      )
      const paid = own.filter(({ kind }) => kind === 'pay')
      const refunded = sumOf(own.filter(({ kind }) => kind === 'refund'))
      const theirs = { paid: paid.length === 0 ? null : sumOf(paid), refunded }
      return [number, { payment, refunds: refunds.get(payment?.orderno ?? '') ?? [], lines: own, theirs }]
    }),
  )
}

function difference({ payment, refunds }: Sides, theirs: Theirs, certain: Certain): Difference | undefined {
  const ours = {
    asked: payment?.amount ?? null,
    paid: payment?.isPaid ? payment.amount : null,
    refunded: sumOf(refunds.filter(({ state }) => state === 'refunded')),
    refunding: refunds.some(({ state }) => state === 'refunding'),
  }
  return differenceOf(ours, theirs, certain)
}

/**
 * Whether statements of these days would have what we have booked. A refund may take days: some providers list it when it
 * is accepted, others when it is done.
 */
const certainBy = ({ payment, refunds }: Sides, known: ReadonlySet<string>): Certain => ({
  paid: payment?.paid_at ? isCovered(payment.create_at, payment.paid_at, known) : false,
  refunded: refunds.every(
    ({ asked_at: asked, done_at: done }) => done !== null && isCovered(asked, done, known),
  ),
})

/** The cases among these orders. `known`: the days whose statements were read. */
export async function differingBooks(
  ref: TenantRef,
  account: Account,
  merchantOrders: readonly string[],
  known: ReadonlySet<string>,
): Promise<Found[]> {
  if (merchantOrders.length === 0) return []
  return [...(await sidesOf(ref, merchantOrders, () => account))].flatMap(([number, sides]) => {
    // The statement is not of the account that received the payment.
    if (sides.payment && sides.payment.accountKey !== account.accountKey) return []
    // A number of another provider's order is not ours to judge.
    if (sides.payment && sides.payment.client !== account.client)
      sides = { ...sides, payment: undefined, refunds: [] }
    const found = difference(sides, sides.theirs, certainBy(sides, known))
    return found ? [caseOf(number, account, sides, found)] : []
  })
}

function caseOf(
  number: string,
  { client, accountKey }: Account,
  sides: Sides,
  { reason, amount }: Difference,
): Found {
  const { payment, lines, theirs } = sides
  const first = lines[0]
  return {
    kind: 'books_differ',
    reason,
    subject: payment?.orderno ?? number,
    orderno: payment?.orderno ?? null,
    order_at: payment?.create_at ?? null,
    merchant_order: number,
    device_id: payment?.device_id ?? null,
    store_id: payment?.store_id ?? null,
    client,
    account_key: accountKey,
    amount,
    their_paid: theirs.paid,
    their_refunded: theirs.refunded,
    txn: lines.find(({ kind }) => kind === 'pay')?.txn ?? first?.txn ?? null,
    since: payment?.paid_at ?? first?.at ?? payment?.create_at ?? new Date(0),
  }
}

const all: Certain = { paid: true, refunded: true }

/**
 * Closes cases whose books agree by now, in portions, the newest first. Lines that were swept meanwhile count as the case
 * noted them. A case stays open while its refund is under way, because the refund may still be refused.
 */
export async function closeSettledBooks(
  deps: Deps,
  tenantId: string,
  { portionsMost = Infinity }: { portionsMost?: number } = {},
): Promise<void> {
  let before: string | undefined
  for (let portion = 0; portion < portionsMost; portion += 1) {
    const open = await inTenant(deps.db.main, tenantId, (tx) =>
      closeSome({ tx, tenantId, now: deps.now() }, before),
    )
    if (open.length < atOnce) return
    before = open.at(-1)?.case_id
  }
}

async function closeSome(
  ref: TenantRef & { now: Date },
  before: string | undefined,
): Promise<books.OpenBooks[]> {
  const open = await books.openBooks(ref, before, atOnce)
  const accounts = new Map(
    open.map(({ merchant_order: number, client, account_key: accountKey }) => [
      number,
      { client, accountKey },
    ]),
  )
  const sides = await sidesOf(ref, [...accounts.keys()], (number) => accounts.get(number))
  const settled = open.filter((one) => {
    const found = sides.get(one.merchant_order)
    if (!found || found.refunds.some(({ state }) => state === 'refunding')) return false
    const noted = { paid: one.their_paid, refunded: one.their_refunded ?? 0 }
    return !difference(found, found.lines.length > 0 ? found.theirs : noted, all)
  })
  const ids = settled.map((one) => one.case_id)
  if ((await closeCases(ref, ids, ref.now)) > 0) await tellConsoles(ref)
  return open
}

/** What the case of each of these orders shows of our books now. */
export async function ourAmounts(
  ref: TenantRef,
  merchantOrders: readonly string[],
): Promise<Map<string, { paid: number; refunded: number; txn: string | null }>> {
  if (merchantOrders.length === 0) return new Map()
  const sides = await sidesOf(ref, merchantOrders, () => undefined)
  return new Map(
    [...sides].map(([number, { payment, refunds }]) => [
      number,
      {
        paid: payment?.isPaid ? payment.amount : 0,
        refunded: sumOf(refunds.filter(({ state }) => state === 'refunded')),
        txn: payment?.provider_txn ?? null,
      },
    ]),
  )
}

export const isProvider = (name: string): name is OnlineClient =>
  (onlineClients as readonly string[]).includes(name)
