/**
 * Makes notices of what happened, a minute after the first of it. In one transaction, events that were not told yet are
 * locked, put into one notice for each receiver who is to know of them, and marked as told; so each event is in exactly
 * one notice of a receiver, however often this runs, and whenever it is interrupted. During the quiet hours of a receiver
 * one notice is held and collects everything. `send-service.ts` delivers.
 *
 * A merchant with thousands of events takes a handful of statements, so that the notices of others do not wait.
 */
import { countryFacts } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { isInDeviceScope } from '../../kernel/scope.ts'
import { countryOf, findIdentities, type Identity } from '../account/index.ts'
import { runNoticeAt } from './notice-queries.ts'
import { quietUntil } from './quiet-hours.ts'
import { sightOf } from './sight-model.ts'
import * as queries from './tell-queries.ts'

/** What happens within a minute to the machines of the largest merchants is far less. */
const eventsAtOnce = 5_000

type Receiver = Awaited<ReturnType<typeof queries.activeReceivers>>[number]
/** Called before the commit; tests end the process there. */
type Reached = () => Promise<void>

/** Makes the notices of a merchant. */
export async function tell(deps: Deps, tenantId: string, reached?: Reached): Promise<void> {
  while (
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const isMore = await tellSome({ deps, tx, tenantId, now: deps.now() })
      await reached?.()
      return isMore
    })
  );
}

async function tellSome({ deps, now, ...ref }: TenantRef & { deps: Deps; now: Date }): Promise<boolean> {
  const events = await queries.lockUntold(ref, eventsAtOnce)
  if (events.length === 0) return false
  const receivers = await queries.activeReceivers(ref)
  const identities = await findIdentities(
    ref,
    receivers.flatMap(({ account_id: account }) => account ?? []),
  )
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  const notices = receivers
    .map((receiver): queries.NewNotice => {
      const isFor = concerns(deps, receiver, identities)
      return {
        notifyId: receiver.notify_id,
        until: quietUntil(receiver, now, utcOffsetMinutes),
        eventIds: events.filter(isFor).map(({ event_id: id }) => id),
      }
    })
    .filter(({ eventIds }) => eventIds.length > 0)
  await storeNotices(ref, notices, now)
  await queries.markEventsHandled(
    ref,
    events.map(({ event_id: id }) => id),
    now,
  )
  return events.length === eventsAtOnce
}

async function storeNotices(ref: TenantRef, notices: readonly queries.NewNotice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  const numbers = await queries.insertNotices(ref, notices, now)
  for (const [before, notice] of notices.entries()) {
    const id = numbers.get(notice.notifyId) ?? ''
    await queries.insertItems(ref, id, notice)
    // The second notice of a merchant comes after the first one of another.
    await runNoticeAt(ref, id, notice.until ?? now, before)
  }
}

/**
 * What a receiver is to know of: the kinds and stores that the merchant chose, and of these what the account of an inbox
 * may see by itself. Its rights are read again when the notice is sent, and when it is shown. A deleted account is told
 * nothing.
 */
function concerns(
  deps: Deps,
  { kinds, all_device: isAll, stores, account_id: account }: Receiver,
  identities: ReadonlyMap<string, Identity>,
): (event: queries.UntoldEvent) => boolean {
  const identity = account === null ? undefined : identities.get(account)
  if (account !== null && !identity) return () => false
  const chosen = new Set(stores)
  const sight = identity && sightOf({ ...identity, deps })
  const wanted = new Set(kinds.filter((kind) => !sight || sight.kinds.includes(kind)))
  return ({ kind, device_id: device, store_id: store }) =>
    wanted.has(kind) &&
    (isAll || (store !== null && chosen.has(store))) &&
    (!sight || isInDeviceScope(sight, { device, ...(store === null ? {} : { store }) }))
}
