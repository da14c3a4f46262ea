/**
 * The payouts of the last three weeks, for the demo, as the product would have booked them: each morning what the first
 * approved card was owed up to the day before. One of them came back, so that the console can show it.
 */
import { addDays, countryFacts, dayOf, startOfDay } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../src/kernel/ctx.ts'
import { insertLines } from '../src/modules/ledger/ledger-queries.ts'
import { linesOfPayout } from '../src/modules/ledger/ledger-service.ts'
import { payable, payoutNoOf } from '../src/modules/funds/morning-service.ts'
import { beginDay, endSettlement, insertSettlements } from '../src/modules/funds/settle-queries.ts'

const mornings = 21
/** How many mornings ago the bank refused a payout. */
const refused = 9

const second = 1_000
const sixMs = 6 * 3_600 * second
const answerMs = 95 * second

type Day = { day: string; amount: number; lines: number }

export async function seedSettlements(ctx: Ctx): Promise<void> {
  const ref = { tx: ctx.tx, tenantId: ctx.tenant.id }
  const { utcOffsetMinutes: offset } = countryFacts[ctx.tenant.country]
  const account = await firstAccount(ctx)
  if (account === undefined) return
  const days = await daysOf(ctx, account, offset)
  const today = dayOf(ctx.now, offset)
  let [first, paid] = [days[0]?.day, 0]
  for (let ago = mornings; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago)
    const until = startOfDay(day, offset)
    const [at, doneAt] = [after(until, sixMs), after(until, sixMs + answerMs)]
    if (doneAt > ctx.now || first === undefined || first >= day) continue
    const owed = days.reduce((sum, one) => sum + (one.day < day ? one.amount : 0), -paid)
    const amount = payable(owed, owed)
    if (amount === 0) continue
    const from = first
    const [payout] = await insertSettlements(ref, [
      {
        merchant_id: account,
        day,
        after_at: startOfDay(from, offset),
        until_at: until,
        amount,
        lines: days.reduce((sum, one) => sum + (one.day >= from && one.day < day ? one.lines : 0), 0),
        payout_no: payoutNoOf(ref.tenantId, account, day),
        created_at: at,
      },
    ])
    if (!payout) throw new Error('a settlement was not stored')
    const isRefused = ago === refused
    const why = isRefused ? 'accountClosed' : ''
    await endSettlement(ref, payout.settleId, { state: isRefused ? 'fail' : 'success', done_at: doneAt, why })
    await insertLines(ref, [
      ...linesOfPayout('asked', { ...payout, at }),
      ...linesOfPayout(isRefused ? 'returned' : 'confirmed', { ...payout, at: doneAt }),
    ])
    if (!isRefused) paid += amount
    first = day
    await beginDay(ref, day)
  }
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

async function firstAccount({ tx, tenant }: Ctx): Promise<string | undefined> {
  const row = await tx
    .selectFrom('bank_card')
    .select('merchant_id')
    .where('tenant_id', '=', tenant.id)
    .where('state', '=', 'approved')
    .where('deleted_at', 'is', null)
    .orderBy('merchant_id')
    .limit(1)
    .executeTakeFirst()
  return row?.merchant_id
}

/** What the account got on each day before today. */
async function daysOf({ tx, tenant, now }: Ctx, account: string, offset: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select (l.at at time zone 'UTC' + make_interval(mins => ${offset}))::date as day, (-sum(l.amount))::int as amount,
           count(*)::int as lines
      from ledger_line l
     where l.tenant_id = ${tenant.id} and l.merchant_id = ${account} and l.account = 'funds'
       and l.at < ${startOfDay(dayOf(now, offset), offset)}
     group by 1 order by 1`.execute(tx)
  return rows
}
