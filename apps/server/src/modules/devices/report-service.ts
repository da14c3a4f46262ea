/** What a machine reports is taken in once, in its order, and told to those who look after it. */
import type { Envelope, UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { changeState } from './presence-store.ts'
import { tellOfMachine } from './presence-service.ts'
import * as store from './report-store.ts'

/**
 * A report that is older than one we have, or the same, tells nothing; nor do changes of slots before all of them were
 * named.
 */
export async function takeSlots(
  ctx: MachineCtx,
  { rev, full, slots }: UpMessage<'slots'>,
): Promise<SlotNews | undefined> {
  const reported = await store.lockReported(ctx)
  if (reported === undefined || BigInt(rev) < reported.rev) return undefined
  const { rev: known, allAt } = reported
  if (!full && (known < 0n || BigInt(rev) === known)) return undefined
  const told = lastOfEach(slots)
  const before = await store.reportedBefore(
    ctx,
    told.map(({ ch }) => ch),
  )
  const changed = await store.takeSlots(ctx, told, full)
  await changeState(ctx, { slots_rev: String(rev), ...(full ? { slots_at: ctx.now } : {}) })
  if (changed.length > 0)
    await tellOfMachine(ctx, {
      kind: 'slots',
      data: { sn: ctx.sn, slots: changed.toSorted((a, b) => a - b) },
    })
  const news = { ...newsIn(told, before, full), ...(full ? { allSince: allAt ?? ctx.now } : {}) }
  return known < 0n ? { ...news, all: told.map(({ ch }) => ch) } : news
}

/** What a report says of the stock: pieces that came or went without our knowing why, and slots heard of for the first time. */
export type SlotNews = {
  moved: { ch: number; n: number }[]
  first: { ch: number; qty: number; max: number }[]
  /** It has named all of its slots; when it did so before. */
  allSince?: Date
  /** All slots of the machine, when it names them for the first time. */
  all?: number[]
}

function newsIn(
  told: UpMessage<'slots'>['slots'],
  before: ReadonlyMap<number, store.Counted>,
  full: boolean,
): SlotNews {
  const news: SlotNews = { moved: [], first: [] }
  for (const { ch, qty, max } of told) {
    const old = before.get(ch)
    if (!old && full) news.first.push({ ch, qty, max })
    else if (!old) continue
    else if (qty - old.quantity !== old.booked) news.moved.push({ ch, n: qty - old.quantity - old.booked })
  }
  return news
}

/** A slot that is named twice has the state named last. */
const lastOfEach = (slots: UpMessage<'slots'>['slots']) => [
  ...new Map(slots.map((slot) => [slot.ch, slot])).values(),
]

export async function takeFault(
  ctx: MachineCtx,
  { mid, data: { code, ch = 0, raw, active } }: Envelope<UpMessage<'fault'>>,
): Promise<void> {
  // Of a slot that nobody has ever named there is nothing to tell.
  if (active && ch > 0 && !(await store.hasSlot(ctx, ch))) return
  const fault = { code, channel: ch, raw, mid }
  const isNews = active ? await store.beginFault(ctx, fault) : await store.endFault(ctx, fault)
  if (isNews) await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
}

export async function takeConfig(
  ctx: MachineCtx,
  { mid, data }: Envelope<UpMessage<'config'>>,
): Promise<void> {
  const isNews = await applyConfig(ctx, mid, data)
  if (isNews) await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
}

function applyConfig(ctx: MachineCtx, mid: string, told: UpMessage<'config'>): Promise<boolean> {
  if (!('init' in told)) return store.markApplied(ctx, told.rev)
  return told.init === 'running' ? store.beginSearch(ctx, mid) : store.endSearch(ctx)
}

/** A machine's clock is believed from a week ago to two minutes ahead; beyond that, what counts is when it arrived. */
const oldestMs = 7 * 24 * 3_600_000
const newestMs = 120_000

const momentOf = (now: Date, ts: number): Date =>
  ts > now.getTime() - oldestMs && ts < now.getTime() + newestMs ? new Date(ts) : now

/** Sales and orders wait for those who book them. */
export async function takeIntoInbox(
  ctx: MachineCtx,
  { mid, ts, data }: Envelope,
  kind: 'sale' | 'order',
): Promise<boolean> {
  return store.putIntoInbox(ctx, { mid, kind, data, sentAt: momentOf(ctx.now, ts) })
}
