/**
 * Keys by which systems of a merchant make calls. The key is shown once and stored as a hash. Its account has a role and a
 * scope, read anew for each call, so that a revoked key and a changed role take effect at once.
 */
import {
  type ApiKey,
  type integrationCalls,
  keysAtMost,
  keyStateOf,
  type List,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx, Deps, Origin, SessionCtx } from '../../kernel/ctx.ts'
import { inTenant, type Tx, whenTaken } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { dayMs } from '../../kernel/moments.ts'
import { only, present } from '../../kernel/present.ts'
import { hashToken, tenantKey } from '../../kernel/tokens.ts'
import { findKeyIdentity, insertSubUser, setSubUserDeleted, updateSubUser } from '../account/index.ts'
import { demandRoleFor, demandScope, describeScopes, setScope } from '../staff/index.ts'
import * as queries from './key-queries.ts'

type Input<Name extends keyof typeof integrationCalls> = ParsedInputOf<(typeof integrationCalls)[Name]>

/** How precisely the last use of a key is known: one write in this time. */
const usedEveryMs = 5 * 60_000
const tailLength = 4

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

async function described(ctx: Ctx, rows: readonly queries.KeyRow[]): Promise<ApiKey[]> {
  const scopes = await describeScopes(
    ctx,
    rows.map((row) => row.key_id),
  )
  return rows.map((row) => ({
    ...row,
    ...present(scopes, row.key_id),
    created_at: row.created_at.toISOString(),
    expires_at: iso(row.expires_at),
    last_used_at: iso(row.last_used_at),
    revoked_at: iso(row.revoked_at),
  }))
}

export async function getKeys(ctx: Ctx, { condition: _, ...page }: Input<'getKeys'>): Promise<List<ApiKey>> {
  const { data, count } = await queries.listKeys(ctx, page)
  return { data: await described(ctx, data), count }
}

async function demandKey(ctx: Ctx, id: string): Promise<ApiKey> {
  const row = await queries.findKeyRow(ctx, id)
  if (!row) throw new AppError('notFound')
  return only(await described(ctx, [row]))
}

/** What the audit records. */
const facts = ({ created_at: _, last_used_at: _used, key_id: _id, ...key }: ApiKey) => key

async function demandRoom(ctx: Ctx): Promise<void> {
  if ((await queries.countActive(ctx)) >= keysAtMost) throw new AppError('tooManyKeys', { max: keysAtMost })
}

/** What the lines of the audit show; no login has such a name. */
const usernameOf = (name: string, tail: string): string => `${name} (sk_…${tail})`

const daysFrom = ({ now }: Ctx, days: number | null): Date | null =>
  days === null ? null : new Date(now.getTime() + days * dayMs)

export async function addKey(ctx: Ctx, draft: Input<'addKey'>): Promise<ApiKey & { secret: string }> {
  await demandRoom(ctx)
  await demandRoleFor(ctx, draft.roleid)
  const scope = await demandScope(ctx, draft)
  const secret = tenantKey(ctx.tenant.id)
  const tail = secret.slice(-tailLength)
  const id = await insertSubUser(ctx, {
    username: usernameOf(draft.name, tail),
    nickname: draft.name,
    phone: '',
    role_id: draft.roleid,
    all_device: draft.all_device,
    password_hash: '',
    operation_hash: null,
    is_key: true,
  }).catch(whenTaken(() => new AppError('wait', { seconds: 1 })))
  await setScope(ctx, id, scope)
  await queries.insertKey(ctx, {
    key_id: id,
    secret_hash: hashToken(secret),
    tail,
    expires_at: daysFrom(ctx, draft.days),
  })
  const key = await demandKey(ctx, id)
  await audit(ctx, { call: 'addKey', object: 'apiKey', objectId: id, after: facts(key) })
  return { ...key, secret }
}

export async function editKey(
  ctx: Ctx,
  { key_id: id, name, roleid, days, ...draft }: Input<'editKey'>,
): Promise<ApiKey> {
  if (!(await queries.lockKey(ctx, id))) throw new AppError('notFound')
  const before = await demandKey(ctx, id)
  await demandRoleFor(ctx, roleid)
  const scope = await demandScope(ctx, draft)
  if (days !== undefined) {
    // An expired key makes no calls and is not counted, until it gets new days.
    if (keyStateOf(before, ctx.now) === 'expired') await demandRoom(ctx)
    await queries.setExpiry(ctx, id, daysFrom(ctx, days))
  }
  const { all_device } = draft
  const username = usernameOf(name, before.tail)
  const person = { username, nickname: name, phone: '', role_id: roleid, all_device }
  const nameTaken = whenTaken(() => AppError.atField('name', 'keyNameTaken'))
  if (!(await updateSubUser(ctx, id, undefined, person).catch(nameTaken))) throw new AppError('notFound')
  await setScope(ctx, id, scope)
  const after = await demandKey(ctx, id)
  await audit(ctx, {
    call: 'editKey',
    object: 'apiKey',
    objectId: id,
    before: facts(before),
    after: facts(after),
  })
  return after
}

export async function revokeKey(ctx: Ctx, { key_id: id }: Input<'revokeKey'>): Promise<ApiKey> {
  if (!(await queries.setRevoked(ctx, id))) throw new AppError('notFound')
  // Ends its jobs and files, too, and frees its role.
  await setSubUserDeleted(ctx, id, true)
  const key = await demandKey(ctx, id)
  await audit(ctx, { call: 'revokeKey', object: 'apiKey', objectId: id, after: facts(key) })
  return key
}

/** Turns a key into a ctx, or refuses it. `noteUse` is for after the transaction of the call, where it is needed. */
export async function openKey(
  deps: Deps,
  origin: Origin,
  tx: Tx,
  tenantId: string,
  key: string,
): Promise<{ ctx: SessionCtx; noteUse: (() => Promise<void>) | undefined }> {
  const { now } = origin
  // Found by the hash of all of it: the time that this takes says nothing about the key.
  const row = await queries.findKey({ tx, tenantId }, hashToken(key), now)
  const identity = row && (await findKeyIdentity(deps, tx, tenantId, row.key_id))
  if (!row || !identity) throw new AppError('keyRefused')
  const before = new Date(now.getTime() - usedEveryMs)
  const isDue = row.last_used_at === null || row.last_used_at < before
  const ctx: SessionCtx = {
    ...origin,
    ...identity,
    deps,
    tx,
    // No call that a key may make asks for its session.
    session: { id: '', expiresAt: row.expires_at ?? new Date(now.getTime() + dayMs) },
    audited: false,
  }
  // The transaction of the call would hold the row for its whole length, and is rolled back when the call is refused.
  const noteUse = () =>
    inTenant(deps.db.main, tenantId, (own) => queries.noteUsed(own, tenantId, row.key_id, now, before))
  return { ctx, noteUse: isDue ? noteUse : undefined }
}
