/**
 * People in chat apps as receivers. The app tells who scanned a code, whose scene names its merchant; that person is told
 * of everything from then on, in the person's language where the app tells it, else in that of the account that showed the
 * code.
 *
 *   bound ──► stopped   the person left the operator's account, sent /stop, or the app says that the person is gone
 *     ▲          │
 *     └──────────┘      the person scans a new code; neither the merchant nor an old event brings the messages back
 *
 * Each event takes effect once at a merchant, because apps repeat what was not answered in time; its note is written in the
 * transaction of its effect. What the app calls the person is sealed; a digest finds the person.
 */
import { type Locale, notifyKinds, type PersonChannel } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps, Origin, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { system, systemOrigin } from '../../kernel/operator.ts'
import { hashCode, hashToken, tenantOfScene } from '../../kernel/tokens.ts'
import { sealJson } from '../../kernel/vault.ts'
import { merchantOf } from '../account/index.ts'
import { lockBind, useBindFor } from './bind-queries.ts'
import { deleteOpenNotices } from './notice-queries.ts'
import * as queries from './person-queries.ts'
import { type PersonAddress, sealedAt } from './person-send-service.ts'
import { personName, replyText, strangerLocales } from './person-words.ts'
import { lockReceiver, type ReceiverCtx, setAddress } from './receiver-queries.ts'
import { auditedReceiver, hasRoom } from './receiver-service.ts'

/** A person in a chat app; `id` names the event at the app, `name` is empty where the app tells none. */
export type PersonEvent = {
  channel: PersonChannel
  person: string
  id: string
  name: string
  /** The person's language, where the app tells one that we speak. */
  locale: Locale | undefined
}

const nameMost = 30

const personDigest = (deps: Deps, { channel, person }: Pick<PersonEvent, 'channel' | 'person'>): Buffer =>
  hashCode(deps.config.pepper, 'chat person', channel, person)
const eventDigest = (deps: Deps, { channel, id }: Pick<PersonEvent, 'channel' | 'id'>): Buffer =>
  hashCode(deps.config.pepper, 'chat event', channel, id)

const ctxOf = ({ tx, tenantId }: TenantRef, now: Date): ReceiverCtx => ({ tx, now, tenant: { id: tenantId } })
const refOf = ({ tx, tenant }: ReceiverCtx): TenantRef => ({ tx, tenantId: tenant.id })

/** A person scanned a code. Returns what the person is answered. */
export async function bindPerson(
  deps: Deps,
  event: PersonEvent & { scene: string },
  origin: Origin,
): Promise<string> {
  const tenantId = tenantOfScene(event.scene)
  if (tenantId === undefined) return replyText(event.locale ?? strangerLocales[event.channel], 'over')
  return inTenant(deps.db.main, tenantId, (tx) =>
    bindAt(deps, ctxOf({ tx, tenantId }, deps.now()), event, origin),
  )
}

async function bindAt(
  deps: Deps,
  ctx: ReceiverCtx,
  event: PersonEvent & { scene: string },
  origin: Origin,
): Promise<string> {
  const scene = hashToken(event.scene)
  const bind = await lockBind(ctx, scene)
  if (bind?.channel !== event.channel)
    return replyText(event.locale ?? strangerLocales[event.channel], 'over')
  const { site } = bind
  const locale = event.locale ?? bind.locale
  const { name: merchant = '' } = (await merchantOf(refOf(ctx))) ?? {}
  const bound = replyText(locale, `bound.${event.channel}`, merchant)
  const person = personDigest(deps, event)
  const before = await queries.lockPerson(ctx, person)
  if (!before && !(await hasRoom(ctx))) return replyText(locale, 'full')
  const isNew = await queries.insertEvent(ctx, eventDigest(deps, event))
  // The code stays good for another person.
  if (before && before.stopped_at === null) return bound
  if (!isNew || bind.expires_at <= ctx.now || bind.notify_id !== null) return replyText(locale, 'over')
  const audited = before && (await auditedReceiver(ctx, before.notify_id))
  if (before) await queries.resumePerson(ctx, before.notify_id)
  const id =
    before?.notify_id ??
    (await queries.insertPerson(ctx, {
      channel: event.channel,
      person,
      name: shownName(event.name) || personName(bind.locale, event.channel, event.person),
      kinds: notifyKinds,
    }))
  // Another code of the merchant made the person a receiver at the same moment.
  if (id === undefined) return bound
  const address: PersonAddress = { person: event.person, locale, site }
  const vault = { ...refOf(ctx), keys: deps.config.vaultKeys, now: ctx.now }
  await setAddress(ctx, id, await sealJson(vault, address, sealedAt(id)))
  await useBindFor(ctx, scene, id)
  await writeAudit(ctx.tx, ctx.tenant.id, system, origin, {
    call: 'bindNotify',
    object: 'notify',
    objectId: id,
    ...(audited ? { before: audited } : {}),
    after: await auditedReceiver(ctx, id),
  })
  return bound
}

/** A name as the person chose it in the app, in one short line. */
const shownName = (name: string): string =>
  [...name.replaceAll(/[\s\p{C}]+/gu, ' ').trim()].slice(0, nameMost).join('')

/** A person wants no more messages, of any merchant: all come from the one account of the operator. */
export async function stopPerson(deps: Deps, event: PersonEvent, origin: Origin): Promise<void> {
  const person = personDigest(deps, event)
  for (const tenantId of await queries.merchantsOf(deps.db.main, person))
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const ctx = ctxOf({ tx, tenantId }, deps.now())
      const receiver = await queries.lockPerson(ctx, person)
      if (!(await queries.insertEvent(ctx, eventDigest(deps, event)))) return
      if (receiver) await stopAt(ctx, receiver, origin)
    })
}

async function stopAt(ctx: ReceiverCtx, receiver: queries.PersonReceiver, origin: Origin): Promise<void> {
  if (receiver.stopped_at !== null) return
  const { notify_id: id } = receiver
  const before = await auditedReceiver(ctx, id)
  await queries.stopReceiver(ctx, id)
  await deleteOpenNotices(refOf(ctx), id)
  await writeAudit(ctx.tx, ctx.tenant.id, system, origin, {
    call: 'editNotify',
    object: 'notify',
    objectId: id,
    before,
    after: await auditedReceiver(ctx, id),
  })
}

/** The app says that it cannot reach the person any more. `note` ends the notice that was refused so. */
export async function stopGone(
  ref: TenantRef,
  now: Date,
  notifyId: string,
  note: () => Promise<unknown>,
): Promise<void> {
  const receiver = await lockReceiver(ref, notifyId)
  await note()
  if (receiver) await stopAt(ctxOf(ref, now), receiver, systemOrigin(now))
}
