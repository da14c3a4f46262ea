/**
 * What happens and is told to systems of the merchant. An event is stored in the transaction in which it happens, once; a
 * worker then gives it its number and its body, and queues it for the merchant's addresses.
 */
import {
  type EventKind,
  eventKinds,
  eventPermissions,
  eventVersion,
  type FaultEventData,
  type IntegrationEvent,
  type integrationCalls,
  mayAccess,
  type OutputOf,
  type ParsedInputOf,
} from '@slotwise/contract'

import { askForJob } from '../../kernel/asked-jobs.ts'
import { type Ctx, type Deps, grantsIn, type TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import type { AlertTurn, EndedRefund, SaleTurn } from '../../kernel/hooks.ts'
import { salesToTell } from '../bills/index.ts'
import { refundsToTell } from '../refunds/index.ts'
import { queueEvents } from './delivery-queries.ts'
import * as queries from './event-queries.ts'
import { askToSend } from './send-queries.ts'
import { enabledWebhooks } from './webhook-queries.ts'

type EventCtx = TenantRef & { now: Date }

export const publishTask = 'webhook-publish'

/** Events that get their numbers in one transaction, and transactions in one run. */
const atOnce = 200
const portionsMost = 10

export const askToPublish = (ref: TenantRef, at: Date): void =>
  askForJob(ref, { task: publishTask, at, counts: 'first' })

async function note(ctx: EventCtx, events: readonly queries.NewEvent[]): Promise<void> {
  if (events.length > 0 && (await queries.insertEvents(ctx, events))) askToPublish(ctx, ctx.now)
}

export const noteSales = (ctx: EventCtx, turns: readonly SaleTurn[]): Promise<void> =>
  note(
    ctx,
    turns.map(({ orderno, deviceId, storeId, cause }) => ({
      kind: 'sale',
      subject: orderno,
      deviceId,
      storeId,
      facts: null,
      cause,
    })),
  )

export const noteRefundEvents = (ctx: EventCtx, refunds: readonly EndedRefund[]): Promise<void> =>
  note(
    ctx,
    refunds.map(({ refundId, deviceId, storeId }) => ({
      kind: 'refund',
      subject: refundId,
      deviceId,
      storeId,
      facts: null,
    })),
  )

type FaultFacts = Pick<FaultEventData, 'kind' | 'at' | 'low'> & { faults: readonly string[] }

export const noteFaults = (ctx: EventCtx, turns: readonly AlertTurn[]): Promise<void> =>
  note(
    ctx,
    turns.map(({ alertId, kind, phase, deviceId, storeId, at, low, faults }) => ({
      kind: phase === 'begin' ? 'fault_begin' : 'fault_end',
      subject: alertId,
      deviceId,
      storeId,
      facts: { kind, at: at.toISOString(), low, faults } satisfies FaultFacts,
    })),
  )

/** Gives the new events of a merchant their numbers and bodies, and queues them for its addresses. */
export async function publish(deps: Deps, tenantId: string): Promise<void> {
  for (let portion = 1; ; portion += 1) {
    const isLast = portion === portionsMost
    const hasMore = await inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId }
      const found = await publishSome(deps, ref)
      if (found && isLast) askToPublish(ref, deps.now())
      return found
    })
    if (!hasMore || isLast) return
  }
}

/** Returns whether there may be more. */
async function publishSome(deps: Deps, ref: TenantRef): Promise<boolean> {
  const last = await queries.lockCounter(ref)
  const events = await queries.newEvents(ref, atOnce)
  if (events.length === 0) return false
  const now = deps.now()
  const data = await dataOf(ref, events)
  const known = events.filter(({ event_id: id }) => data.has(id))
  const numbered = known.map((event, index) => {
    const seq = String(last + BigInt(index) + 1n)
    const body = {
      event: seq,
      version: eventVersion,
      kind: event.kind,
      created_at: event.at.toISOString(),
      data: data.get(event.event_id),
    }
    return { eventId: event.event_id, kind: event.kind, seq, body: JSON.stringify(body) }
  })
  await queries.numberEvents(ref, numbered)
  await queries.setCounter(ref, last + BigInt(numbered.length))
  const unknown = events.filter(({ event_id: id }) => !data.has(id))
  if (unknown.length > 0) {
    deps.log.error({ tenant: ref.tenantId, events: unknown }, 'events about what does not exist')
    await queries.deleteEvents(
      ref,
      unknown.map(({ event_id: id }) => id),
    )
  }
  for (const { webhook_id: id, kinds } of await enabledWebhooks(ref)) {
    const wanted = numbered.filter(({ kind }) => kinds.includes(kind))
    if (wanted.length === 0) continue
    await queueEvents(ref, id, wanted, now)
    askToSend(ref, id, now)
  }
  return events.length === atOnce
}

/** The content of each event, by its row. */
async function dataOf(ref: TenantRef, events: readonly queries.StoredEvent[]): Promise<Map<string, unknown>> {
  const of = (kind: EventKind) => events.filter((event) => event.kind === kind)
  const subjects = (kind: EventKind) => of(kind).map(({ subject }) => subject)
  const sales = await salesToTell(ref, subjects('sale'))
  const refunds = await refundsToTell(ref, subjects('refund'))
  const faults = [...of('fault_begin'), ...of('fault_end')]
  const places = await queries.machinesOfEvents(ref, faults)
  const data = new Map<string, unknown>()
  for (const event of events) {
    const { event_id: id, kind, subject, store_id: store } = event
    const place = places.get(id)
    const found =
      kind === 'sale'
        ? sales.get(subject)
        : kind === 'refund'
          ? refunds.get(subject)
          : place && { alert: subject, ...place, store, ...(event.facts as FaultFacts) }
    if (found) data.set(id, found)
  }
  return data
}

type GetEvents = (typeof integrationCalls)['getEvents']

/** Events that one call looks at, because a key with a narrow scope may see few of them. */
const spanMost = 5_000

export async function getEvents(
  ctx: Ctx,
  { after, kinds = [...eventKinds], limit }: ParsedInputOf<GetEvents>,
): Promise<OutputOf<GetEvents>> {
  const grants = grantsIn(ctx)
  const seen = kinds.filter((kind) => mayAccess(eventPermissions[kind], grants))
  const { last, count } = await queries.spanAfter(ctx, after, spanMost)
  if (last === null) return { data: [], next: after, more: false }
  const rows = await queries.eventsIn(ctx, { after, last, kinds: seen, limit: limit + 1 })
  const data = rows.slice(0, limit)
  const isCut = rows.length > limit
  return {
    // As it was sent: the schema of today may not fit what was stored before.
    data: data.map(({ body }) => JSON.parse(body) as IntegrationEvent),
    // Numbers become visible in their order, so that nothing comes later among those that were looked at.
    next: isCut ? (data.at(-1)?.seq ?? after) : last,
    more: isCut || count === spanMost,
  }
}
