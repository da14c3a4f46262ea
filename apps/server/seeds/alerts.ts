/**
 * Alerts of the past days for the demo, with the notices that the main account got of them: as the product would have
 * made them. All are over, except those of one machine that the demo does not play: it is offline since yesterday.
 */
import { type AlertKind, notifyKinds } from '@slotwise/contract'
import { faultsOf, type MachineType } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { Ctx, MachineCtx, TenantRef } from '../src/kernel/ctx.ts'
import { hoursBefore } from '../src/kernel/moments.ts'
import { insertEvents, type NewEvent } from '../src/modules/notify/event-queries.ts'
import { insertInboxReceiver } from '../src/modules/notify/receiver-queries.ts'
import { insertItems, insertNotices, markEventsHandled } from '../src/modules/notify/tell-queries.ts'
import { applyStatus, hearOf, stillBound } from '../src/modules/presence/index.ts'
import { takeSlots } from '../src/modules/slots/index.ts'
import { setThreshold } from '../src/modules/thresholds/threshold-service.ts'
import { darkHours } from './machines.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

const minuteMs = 60_000

type Machine = { device_id: string; store_id: string | null; sn: string; type: MachineType }

/** An alert: how many hours ago it began, for how many minutes, and who cared about it. */
type Past = {
  kind: AlertKind
  hoursAgo: number
  /** Of the machines of the merchant in their order; machines without slots to refill are passed over. */
  machine: number
  /** Undefined while it is open. */
  minutes?: number
  taken?: boolean
  /** The place of the remarks among those of the merchant. */
  done?: number
}

const past: readonly Past[] = [
  { kind: 'offline', hoursAgo: 149, machine: 3, minutes: 100, taken: true, done: 0 },
  { kind: 'abnormal', hoursAgo: 122, machine: 1, minutes: 185, taken: true, done: 1 },
  { kind: 'low_stock', hoursAgo: 103, machine: 0, minutes: 1_190, taken: true, done: 2 },
  // What happens within a minute is one notice.
  { kind: 'offline', hoursAgo: 77, machine: 2, minutes: 35 },
  { kind: 'offline', hoursAgo: 77, machine: 4, minutes: 35 },
  { kind: 'low_stock', hoursAgo: 50, machine: 5, minutes: 540, taken: true, done: 2 },
  { kind: 'abnormal', hoursAgo: 29, machine: 3, minutes: 45 },
  { kind: 'offline', hoursAgo: 8.5, machine: 1, minutes: 25 },
]

/** The slots of the machine that is not played had become low before; it could not report that it was refilled. */
const darkLowHours = 27

/** Messages of the last hours are unread. */
const unreadHours = 20

export const isWatched = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('receiver')
    .select('notify_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Stores the thresholds, the alerts and their notices. */
export async function seedAlerts(ctx: Ctx, merchant: DemoMerchant): Promise<void> {
  await seedThreshold(ctx, merchant)
  const machines = await machinesOf(ctx, merchant)
  const sold = machines.others.filter(({ type }) => type !== 'pulse')
  const manager = await accountOf(ctx, merchant.staff[0]?.sub_username ?? '')
  const alerts = past.flatMap(({ machine: at, ...one }): Alert[] => {
    const machine = sold[at % Math.max(1, sold.length)]
    return machine ? [alertOf(ctx, { ...one, machine, manager, remarks: merchant.alertRemarks })] : []
  })
  if (machines.dark) {
    const { dark: machine } = machines
    await goDark(ctx, machine)
    const open = { machine, manager, remarks: merchant.alertRemarks, taken: true }
    alerts.push(
      alertOf(ctx, { ...open, kind: 'offline', hoursAgo: darkHours }),
      alertOf(ctx, { ...open, kind: 'low_stock', hoursAgo: darkLowHours, done: 3 }),
    )
  }
  await tellOf(ctx, alerts, await storeAlerts(ctx, alerts))
}

async function seedThreshold(ctx: Ctx, { threshold }: DemoMerchant): Promise<void> {
  const store = await ctx.tx
    .selectFrom('store')
    .select('store_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('store_name', '=', threshold.store)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (store) await setThreshold(ctx, { ...threshold, store: store.store_id })
}

async function machinesOf(
  ctx: Ctx,
  { dark }: DemoMerchant,
): Promise<{ dark: Machine | undefined; others: Machine[] }> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['device_id', 'store_id', 'sn', 'title', sql<MachineType>`type`.as('type')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('unbound_at', 'is', null)
    .orderBy('sn')
    .execute()
  return {
    dark: rows.find(({ title }) => title === dark),
    others: rows.filter(({ title }) => title !== dark),
  }
}

async function accountOf(ctx: Ctx, username: string): Promise<string | null> {
  const found = await ctx.tx
    .selectFrom('login')
    .select('account_id')
    .where('username', '=', username)
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirst()
  return found?.account_id ?? null
}

/** The machine was connected until yesterday; some of its slots were low. */
async function goDark(ctx: Ctx, { device_id: deviceId, sn }: Machine): Promise<void> {
  const { deps, tx } = ctx
  const at = (now: Date): MachineCtx => ({ deps, tx, tenantId: ctx.tenant.id, deviceId, sn, now })
  const [first, last] = [hoursBefore(ctx.now, darkLowHours), hoursBefore(ctx.now, darkHours)]
  const { rows } = await sql<{ ch: number }>`
    select channel_sn as ch from channel where tenant_id = ${ctx.tenant.id} and device_id = ${deviceId}
     order by 1`.execute(tx)
  const slots = rows.map(({ ch }) => {
    const left = ch % 8 === 2 ? ch % 3 : 4 + ((ch * 5) % 6)
    return { ch, qty: Math.min(10, left), max: 10, state: 'ok' as const }
  })
  const say = (state: 'online' | 'offline', mid: string, now: Date) =>
    applyStatus(at(now), {
      v: 1,
      sn,
      mid,
      seq: 1,
      ts: now.getTime(),
      type: 'status',
      data: { state, boot: 1 },
    })
  await say('online', 'demo online', first)
  await takeSlots(at(first), { rev: 1, full: true, slots })
  const known = await stillBound(at(last))
  if (known) await hearOf(at(last), known)
  await say('offline', 'demo offline', last)
}

type Alert = {
  kind: AlertKind
  machine: Machine
  from: Date
  until: Date | null
  taker: string | null
  takenAt: Date | null
  doneAt: Date | null
  remarks: string
}

type Wish = Omit<Past, 'machine'> & { machine: Machine; manager: string | null; remarks: readonly string[] }

function alertOf(ctx: Ctx, { kind, hoursAgo, minutes, taken, done, machine, manager, remarks }: Wish): Alert {
  const from = hoursBefore(ctx.now, hoursAgo)
  const until = minutes === undefined ? null : after(from, minutes * minuteMs)
  const isTaken = taken === true && manager !== null
  // Taken soon after it was told, and done before it was over.
  const doneAt = after(until ?? ctx.now, until ? -8 * minuteMs : -120 * minuteMs)
  return {
    kind,
    machine,
    from,
    until,
    taker: isTaken ? manager : null,
    takenAt: isTaken ? after(from, 24 * minuteMs) : null,
    doneAt: isTaken && done !== undefined ? doneAt : null,
    remarks: done === undefined ? '' : (remarks[done] ?? ''),
  }
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

async function storeAlerts(ctx: Ctx, alerts: readonly Alert[]): Promise<string[]> {
  const ids: string[] = []
  for (const { kind, machine, from, until, taker, takenAt, doneAt, remarks } of alerts) {
    const row = await ctx.tx
      .insertInto('alert')
      .values({
        tenant_id: ctx.tenant.id,
        device_id: machine.device_id,
        kind,
        opened_at: from,
        closed_at: until,
        taker,
        taken_at: takenAt,
        done_at: doneAt,
        remarks,
      })
      .returning('alert_id')
      .executeTakeFirstOrThrow()
    ids.push(row.alert_id)
  }
  return ids
}

/** The notices of the alerts, each a minute after it was noticed, delivered to the inbox of the main account. */
async function tellOf(ctx: Ctx, alerts: readonly Alert[], ids: readonly string[]): Promise<void> {
  const ref: TenantRef = { tx: ctx.tx, tenantId: ctx.tenant.id }
  const notifyId = await insertInboxReceiver(ctx, ctx.user.id, notifyKinds)
  if (notifyId === undefined) return
  await sql`
    update receiver set created_at = ${hoursBefore(ctx.now, 200)}
     where tenant_id = ${ctx.tenant.id} and notify_id = ${notifyId}`.execute(ctx.tx)
  const events = alerts.flatMap((alert, place) => eventsOf(alert, ids[place] ?? ''))
  await insertEvents(ref, events)
  const { rows } = await sql<{ event_id: string; at: Date; kind: string; phase: string }>`
    select event_id, at, kind, phase from notice_event where tenant_id = ${ctx.tenant.id} and told_at is null
     order by at, event_id`.execute(ctx.tx)
  for (const sameMoment of Map.groupBy(rows, ({ at, phase }) => `${at.getTime()} ${phase}`).values()) {
    const [{ at, kind, phase } = { at: ctx.now, kind: '', phase: '' }] = sameMoment
    const isLate = kind === 'offline' && phase === 'begin'
    const sentAt = after(at, (isLate ? 11 : phase === 'begin' ? 1 : 4) * minuteMs)
    const eventIds = sameMoment.map(({ event_id: id }) => id)
    const notice = { notifyId, until: undefined, eventIds }
    const noticeId = (await insertNotices(ref, [notice], sentAt)).get(notifyId) ?? ''
    await insertItems(ref, noticeId, notice)
    await markEventsHandled(ref, eventIds, sentAt)
    await deliver(ctx, noticeId, sentAt)
  }
}

async function deliver(ctx: Ctx, noticeId: string, sentAt: Date): Promise<void> {
  const isUnread = sentAt > hoursBefore(ctx.now, unreadHours)
  await sql`
    with sent as (
      update notice set state = 'sent', tries = 1, next_at = null, sent_at = ${sentAt}
       where tenant_id = ${ctx.tenant.id} and notice_id = ${noticeId} returning notify_id),
    noted as (
      update receiver r set last_sent_at = greatest(r.last_sent_at, ${sentAt}) from sent
       where r.tenant_id = ${ctx.tenant.id} and r.notify_id = sent.notify_id)
    insert into inbox_message (tenant_id, account_id, notice_id, created_at, read_at)
    values (${ctx.tenant.id}, ${ctx.user.id}, ${noticeId}, ${sentAt},
            ${isUnread ? null : after(sentAt, 20 * minuteMs)})`.execute(ctx.tx)
}

function eventsOf({ kind, machine, from, until }: Alert, subject: string): NewEvent[] {
  const { device_id: deviceId, store_id: storeId, type } = machine
  const event = { kind, subject, deviceId, storeId, orderno: null, amount: null, low: 0, faults: [] }
  const [fault] = faultsOf(type)
  const begin: NewEvent = {
    ...event,
    phase: 'begin',
    at: from,
    low: kind === 'low_stock' ? 3 : 0,
    faults: kind === 'abnormal' && fault !== undefined ? [fault] : [],
  }
  return until ? [begin, { ...event, phase: 'end', at: until }] : [begin]
}
