/** What needs a hand today, what usually earns most first. */
import type { Attention } from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { mostEarning, mostEarningSlots, openRefunds } from '../bills/index.ts'
import { devicesByIds, offlineDevices } from '../devices/index.ts'
import { goodsTitlesOf } from '../goods/index.ts'
import { givenUp } from '../integrations/index.ts'
import { emptySlots } from '../slots/index.ts'
import { usualDaysOf, usualPeriod } from '../statistics/index.ts'

const shown = 5
/** A refused refund is shown for so long. */
const failedDays = 7

export async function getAttention(ctx: Ctx): Promise<Attention> {
  return {
    offline: await offlineIn(ctx),
    empty: await emptyIn(ctx),
    // The records of refunds are the main account's.
    webhooks: ctx.user.isMain ? await givenUp(ctx) : [],
    refunds: ctx.user.isMain ? await openRefunds(ctx, daysBefore(ctx.now, failedDays)) : null,
  }
}

/** Those that earn first, then others in their order, up to the number that is shown. */
const firstOf = <T>(earning: readonly T[], all: readonly T[], keyOf: (one: T) => string): T[] => {
  const keys = new Set(earning.map(keyOf))
  const rest = all.slice(0, shown + keys.size).filter((one) => !keys.has(keyOf(one)))
  return [...earning, ...rest].slice(0, shown)
}

async function offlineIn(ctx: Ctx): Promise<Attention['offline']> {
  const offline = await offlineDevices(ctx)
  const earning = offline.length === 0 ? [] : await mostEarning(ctx, offline, usualPeriod(ctx), shown)
  const incomes = new Map(earning.map(({ device_id: id, income }) => [id, income]))
  const ids = firstOf([...incomes.keys()], offline, (id) => id)
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
  const earning = empty.length === 0 ? [] : await mostEarningSlots(ctx, empty, usualPeriod(ctx), shown)
  const keyOf = (slot: { device_id: string; channel_sn: number }): string =>
    `${slot.device_id} ${slot.channel_sn}`
  const incomes = new Map(earning.map((slot) => [keyOf(slot), slot.income]))
  const goodsOf = new Map(empty.map((slot) => [keyOf(slot), slot.goods_id]))
  const slots = firstOf<{ device_id: string; channel_sn: number }>(earning, empty, keyOf)
  const found = await devicesByIds(
    ctx,
    slots.map((slot) => slot.device_id),
  )
  const devices = new Map(found.map((row) => [row.device_id, row]))
  const titles = await goodsTitlesOf(
    refOf(ctx),
    slots.flatMap((slot) => goodsOf.get(keyOf(slot)) ?? []),
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
        goods_name: titles.get(goodsOf.get(keyOf(slot)) ?? '') ?? null,
        perDay: Math.round((incomes.get(keyOf(slot)) ?? 0) / usualDaysOf(ctx, bound)),
      },
    ]
  })
  return { count: empty.length, data: data.toSorted((a, b) => b.perDay - a.perDay) }
}
