/** What needs a hand today, what usually earns most first. */
import { addDays, type Attention } from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { openRefunds } from '../refunds/index.ts'
import { openCases } from '../exceptions/index.ts'
import { devicesByIds, offlineDevices } from '../devices/index.ts'
import { goodsTitlesOf } from '../goods/index.ts'
import { givenUp } from '../integrations/index.ts'
import { emptySlots } from '../slots/index.ts'
import { slotKey, todayOf, usualDaysOf, usualIncomes, usualSlotIncomes } from '../statistics/index.ts'

const shown = 5
/** A refused refund is shown for so many days, besides today. */
const failedDays = 7

export async function getAttention(ctx: Ctx): Promise<Attention> {
  return {
    offline: await offlineIn(ctx),
    empty: await emptyIn(ctx),
    // The records of refunds are the main account's.
    webhooks: ctx.user.isMain ? await givenUp(ctx) : [],
    refunds: ctx.user.isMain ? await openRefunds(ctx, addDays(todayOf(ctx), -failedDays)) : null,
    cases: await openCases(ctx),
  }
}

/** Those that earn most, up to the number that is shown. Equals stay in their order. */
const firstOf = <T>(all: readonly T[], incomeOf: (one: T) => number): T[] =>
  all.toSorted((a, b) => incomeOf(b) - incomeOf(a)).slice(0, shown)

async function offlineIn(ctx: Ctx): Promise<Attention['offline']> {
  const offline = await offlineDevices(ctx)
  const incomes = await usualIncomes(ctx, offline)
  const ids = firstOf(offline, (id) => incomes.get(id) ?? 0)
  const rows = new Map((await devicesByIds(ctx, ids)).map((row) => [row.device_id, row]))
  const data = ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { sn, title, store_name, since, bound_at: bound } = row
    const perHour = Math.round((incomes.get(id) ?? 0) / (usualDaysOf(ctx, bound) * 24))
    return [{ sn, title, store_name, since: since.toISOString(), perHour }]
  })
  return { count: offline.length, data: data.toSorted((a, b) => b.perHour - a.perHour) }
}

async function emptyIn(ctx: Ctx): Promise<Attention['empty']> {
  const empty = await emptySlots(ctx)
  const incomes = await usualSlotIncomes(ctx, empty)
  const slots = firstOf(empty, (slot) => incomes.get(slotKey(slot)) ?? 0)
  const found = await devicesByIds(
    ctx,
    slots.map((slot) => slot.device_id),
  )
  const devices = new Map(found.map((row) => [row.device_id, row]))
  const titles = await goodsTitlesOf(
    refOf(ctx),
    slots.flatMap((slot) => slot.goods_id ?? []),
  )
  const data = slots.flatMap((slot) => {
    const row = devices.get(slot.device_id)
    if (!row) return []
    const { sn, title, bound_at: bound } = row
    return [
      {
        sn,
        title,
        channel_sn: slot.channel_sn,
        goods_name: titles.get(slot.goods_id ?? '') ?? null,
        perDay: Math.round((incomes.get(slotKey(slot)) ?? 0) / usualDaysOf(ctx, bound)),
      },
    ]
  })
  return { count: empty.length, data: data.toSorted((a, b) => b.perDay - a.perDay) }
}
