/** Handles a machine's counts of its slots. */
import type { UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { lockSlotReports, noteSlotReport, tellOfMachine } from '../presence/index.ts'
import { correctStock, type SlotNews } from './machine-stock-service.ts'
import { believable } from './machine-count.ts'
import * as queries from './report-queries.ts'

/** Stores the report and corrects the stock by it. */
export async function takeSlots(ctx: MachineCtx, report: UpMessage<'slots'>): Promise<void> {
  const news = await storeReport(ctx, report)
  if (news) await correctStock(ctx, news)
}

/**
 * Returns undefined for a report that is not newer than the last one, or for a partial one before the first full
 * one.
 */
async function storeReport(
  ctx: MachineCtx,
  { rev, full, slots }: UpMessage<'slots'>,
): Promise<SlotNews | undefined> {
  const reported = await lockSlotReports(ctx)
  if (reported === undefined || BigInt(rev) < reported.rev) return undefined
  const { rev: known, allAt } = reported
  if (!full && (known < 0n || BigInt(rev) === known)) return undefined
  const counted = lastOfEach(slots)
  const before = await queries.reportedBefore(
    ctx,
    counted.map(({ ch }) => ch),
  )
  const changed = await queries.takeSlots(ctx, counted, full)
  await noteSlotReport(ctx, rev, full ? ctx.now : undefined)
  if (changed.length > 0)
    await tellOfMachine(ctx, {
      kind: 'slots',
      data: { sn: ctx.sn, slots: changed.toSorted((a, b) => a - b) },
    })
  const news = { ...newsIn(counted, before, full), ...(full ? { allSince: allAt ?? ctx.now } : {}) }
  return known < 0n ? { ...news, all: counted.map(({ ch }) => ch) } : news
}

function newsIn(
  counted: UpMessage<'slots'>['slots'],
  before: ReadonlyMap<number, queries.Counted>,
  full: boolean,
): SlotNews {
  const news: SlotNews = { moved: [], first: [] }
  for (const { ch, qty, max } of counted) {
    const old = before.get(ch)
    if (!old && full) news.first.push({ ch, qty, max })
    if (!old) continue
    // Both counts are limited by the books too, so that pieces that never came into them do not leave them either.
    const inBooks = (count: number): number => Math.min(count, old.size)
    const n = inBooks(believable(qty, max)) - inBooks(believable(old.quantity, old.max)) - old.booked
    if (n !== 0) news.moved.push({ ch, n })
  }
  return news
}

/** The last entry of each slot, should a report contain a slot twice. */
const lastOfEach = (slots: UpMessage<'slots'>['slots']) => [
  ...new Map(slots.map((slot) => [slot.ch, slot])).values(),
]
