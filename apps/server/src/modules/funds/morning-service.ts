/**
 * Each morning, at six o'clock of the merchant, what is owed to each approved payout account for all days up to
 * yesterday becomes a settlement: one a day and account. Refunds of the morning are taken off, and an account that owes
 * us carries its debt forward. All settlements of a merchant are stored in one transaction with their postings, and with
 * the day, so that a process that dies has asked for all of them or for none. `payout-run-service.ts` then pays each.
 */
import { addDays, clockOf, countryFacts, dayOf, startOfDay } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { countryOf } from '../account/index.ts'
import {
  addUpStatement,
  balancesNow,
  bookPayouts,
  firstFundDay,
  foldFunds,
  fundsBefore,
  mostCents,
} from '../ledger/index.ts'
import { accountsOf } from './account-queries.ts'
import { tellOfSettlements } from './settle-events.ts'
import * as queries from './settle-queries.ts'

/** Where the morning of a merchant may end because its process dies. */
export const morningSteps = ['folded', 'begun', 'booking', 'booked'] as const
type MorningStep = (typeof morningSteps)[number]
/** Called as each step is reached; tests end a morning there. `begun` and `booking` are reached before the commit. */
type Reached = (step: MorningStep) => void | Promise<void>

const settleClock = '06:00'
const settleAfterMs = 6 * 3_600_000

/** The next moment at which payouts are asked for. A morning that was asked for early, up to `last`, does not come again. */
export function nextMorning(now: Date, utcOffsetMinutes: number, last = ''): Date {
  const today = dayOf(now, utcOffsetMinutes)
  const next = clockOf(now, utcOffsetMinutes) < settleClock ? today : addDays(today, 1)
  const day = last < next ? next : addDays(last, 1)
  return new Date(startOfDay(day, utcOffsetMinutes).getTime() + settleAfterMs)
}

/** What a payout would hold: at most what was owed before the day, and at most what is owed now. */
export const payable = (owedBefore = 0, owedNow = 0): number =>
  Math.max(0, Math.min(owedBefore, owedNow, mostCents))

/** The number by which the bank knows a payout. It follows from what is paid, so that a day is never paid twice. */
export const payoutNoOf = (tenantId: string, merchantId: string, day: string): string =>
  `S${day.replaceAll('-', '')}T${tenantId}M${merchantId}`

/** The merchant and the account of such a number; undefined for any other text. */
export function payoutRefOf(payoutNo: string): { tenantId: string; merchantId: string } | undefined {
  const [, tenantId, merchantId] = /^S\d{8}T(\d{1,18})M(\d{1,18})$/.exec(payoutNo) ?? []
  return tenantId === undefined || merchantId === undefined ? undefined : { tenantId, merchantId }
}

/** Asks for the merchant's payouts of today, once. Returns how many there are. */
export async function askForPayouts(
  deps: Deps,
  tenantId: string,
  reached: Reached = () => {},
): Promise<number> {
  const now = deps.now()
  if (!deps.payout) return 0
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const { utcOffsetMinutes: offset } = countryFacts[await countryOf(ref)]
    if (clockOf(now, offset) < settleClock) return 0
    return askFor(ref, { day: dayOf(now, offset), offset, now }, reached)
  })
}

/**
 * Asks for the merchant's payouts of the next morning now: today's where it has not come, else the first one after those
 * that came. Mornings of days that were asked for early do not come again. For trying things out with the sandbox.
 */
export async function askEarly(deps: Deps, tenantId: string): Promise<{ day: string; payouts: number }> {
  const now = deps.now()
  await foldFunds(deps, tenantId)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const { utcOffsetMinutes: offset } = countryFacts[await countryOf(ref)]
    const today = dayOf(now, offset)
    const last = await queries.lastDay(ref)
    const day = last !== undefined && last >= today ? addDays(last, 1) : today
    return { day, payouts: await askFor(ref, { day, offset, now }) }
  })
}

type Morning = { day: string; offset: number; now: Date }

async function askFor(ref: TenantRef, morning: Morning, reached: Reached = () => {}): Promise<number> {
  const { day, now } = morning
  const approved = (await accountsOf(ref)).filter(({ isApproved }) => isApproved)
  if (approved.length === 0 || !(await queries.beginDay(ref, day))) return 0
  await reached('begun')
  const settlements = await settlementsOf(
    ref,
    approved.map((account) => account.merchant_id),
    morning,
  )
  if (settlements.length === 0) return 0
  const payouts = await queries.insertSettlements(ref, settlements)
  await bookPayouts(
    ref,
    'asked',
    payouts.map((payout) => ({ ...payout, at: now })),
  )
  for (const { settleId } of payouts) await queries.runSettlementAt(ref, settleId, now)
  await tellOfSettlements(ref, now)
  await reached('booking')
  return payouts.length
}

async function settlementsOf(
  ref: TenantRef,
  accounts: readonly string[],
  { day, offset, now }: Morning,
): Promise<queries.NewSettlement[]> {
  const until = startOfDay(day, offset)
  const before = await fundsBefore(ref, { day, at: until })
  const balances = await balancesNow(ref)
  const ends = await queries.lastEnds(ref)
  const settlements: queries.NewSettlement[] = []
  for (const merchantId of accounts) {
    const amount = payable(before.get(merchantId), balances.get(merchantId)?.notSettled)
    if (amount === 0) continue
    const yesterday = addDays(day, -1)
    const end = ends.get(merchantId)
    const first = end ? dayOf(end, offset) : ((await firstFundDay(ref, merchantId)) ?? yesterday)
    const range = { from: first, to: yesterday, kinds: ['paid', 'refund'] as const }
    const sums = await addUpStatement(ref, { ...range, merchantId, utcOffsetMinutes: offset })
    settlements.push({
      merchant_id: merchantId,
      day,
      after_at: startOfDay(first, offset),
      until_at: until,
      amount,
      lines: sums.reduce((count, { account, lines }) => count + (account === 'funds' ? lines : 0), 0),
      payout_no: payoutNoOf(ref.tenantId, merchantId, day),
      created_at: now,
    })
  }
  return settlements
}

/** The next moment at which the merchant's payouts are asked for. */
export async function nextPayoutsAt(ref: TenantRef, now: Date, utcOffsetMinutes: number): Promise<Date> {
  return nextMorning(now, utcOffsetMinutes, await queries.lastDay(ref))
}

/** The job of every few minutes: merchants whose morning has come. */
export async function settleAll(deps: Deps): Promise<void> {
  for (const tenantId of await tenantIds(deps.db.main)) {
    // An error with one merchant does not stop the payouts of the next.
    await settleTenant(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'settlement'),
    )
  }
}

export async function settleTenant(deps: Deps, tenantId: string, reached: Reached = () => {}): Promise<void> {
  await foldFunds(deps, tenantId)
  await reached('folded')
  await askForPayouts(deps, tenantId, reached)
  await reached('booked')
}
