import { countryFacts, havePermsOf, type Me, type Permission, permissionOfId } from '@slotwise/contract'
import { timingSafeEqual } from 'node:crypto'

import type { Ctx, SessionCtx, Deps, Origin, Scope, TenantRef } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashToken, tenantOfToken } from '../../kernel/tokens.ts'
import { featuresOf } from './feature-service.ts'
import * as queries from './identity-queries.ts'
import { findPhone } from './phone-login-queries.ts'
import { phoneIn } from './phone-proof-service.ts'

export type Credentials = { token: string; secret: string }
export type Identity = Pick<Ctx, 'tenant' | 'user' | 'permissions' | 'scope' | 'ownOnly'>

/** The merchant that a token names. It is proven only when the token is found there. */
export function tenantOf(credentials: Credentials): string {
  const tenantId = tenantOfToken(credentials.token)
  if (!tenantId) throw new AppError('sessionEnded')
  return tenantId
}

const scopeOf = ({ areas, stores, devices }: queries.IdentityRow): Scope =>
  stores === null ? { all: true } : { all: false, areas: areas ?? [], stores, devices: devices ?? [] }

const identityOf = (tenantId: string, row: queries.IdentityRow): Identity => ({
  tenant: { id: tenantId, name: row.mch_name, country: row.country, agent: row.agent, custom: row.custom },
  user: {
    id: row.account_id,
    username: row.username,
    nickname: row.nickname,
    isMain: row.is_main,
    hasOperation: row.has_operation,
    roleId: row.role_id,
    isKey: row.is_key,
  },
  permissions: new Set(
    (row.permission_ids ?? []).map(permissionOfId).filter((name): name is Permission => name !== undefined),
  ),
  scope: row.is_main ? { all: true } : scopeOf(row),
  ownOnly: {
    goods: !row.is_main && row.goods_scope !== 'all',
    bank: !row.is_main && row.bank_scope !== 'all',
  },
})

/**
 * Turns the two headers into a ctx, or refuses with 604. Read on every call, so that a changed role takes effect at
 * once.
 */
export async function openSession(
  deps: Deps,
  origin: Origin,
  tx: Tx,
  tenantId: string,
  { token, secret }: Credentials,
): Promise<SessionCtx> {
  const row = await queries.findSession(tx, tenantId, hashToken(token), origin.now)
  if (!row || !timingSafeEqual(row.secret_hash, hashToken(secret))) throw new AppError('sessionEnded')
  return {
    ...origin,
    ...identityOf(tenantId, row),
    deps,
    tx,
    session: { id: row.session_id, expiresAt: row.expires_at },
    audited: false,
  }
}

/** The present rights of sessions, by session; those that have ended are missing. */
export async function presentRights(
  tx: Tx,
  tenantId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Identity>> {
  const rows = await queries.findSessionUsers(tx, tenantId, sessionIds, now)
  return new Map(rows.map((row) => [row.session_id, identityOf(tenantId, row)]))
}

/** The present rights of an account, for work that continues after its session. */
export async function findIdentity(
  tx: Tx,
  tenantId: string,
  accountId: string,
): Promise<Identity | undefined> {
  const row = await queries.findIdentity(tx, tenantId, accountId)
  return row && identityOf(tenantId, row)
}

/** The present rights of a key; undefined when it or its merchant is gone, and for a demo that is off. */
export async function findKeyIdentity(
  { config }: Deps,
  tx: Tx,
  tenantId: string,
  accountId: string,
): Promise<Identity | undefined> {
  const row = await queries.findKeyIdentity(tx, tenantId, accountId, config.demo)
  return row && identityOf(tenantId, row)
}

/** The present rights of accounts, by account; deleted ones are missing. */
export async function findIdentities(
  ref: TenantRef,
  accountIds: readonly string[],
): Promise<Map<string, Identity>> {
  const rows = await queries.findIdentities(ref, accountIds)
  return new Map(rows.map((row) => [row.account_id, identityOf(ref.tenantId, row)]))
}

export async function describeMe(
  ctx: Identity & { session: { expiresAt: Date }; tx: Tx; deps: Deps },
): Promise<Me> {
  const { currency, utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  return {
    account: ctx.user.id,
    username: ctx.user.username,
    nickname: ctx.user.nickname,
    mchName: ctx.tenant.name,
    isMain: ctx.user.isMain,
    havePerms: havePermsOf(ctx.user.isMain, ctx.permissions),
    custom: ctx.tenant.custom,
    exp: ctx.session.expiresAt.toISOString(),
    country: ctx.tenant.country,
    currency,
    utcOffsetMinutes,
    hasOperPwd: ctx.user.hasOperation,
    allDevice: ctx.scope.all,
    ownGoods: ctx.ownOnly.goods,
    features: await featuresOf(ctx),
    phone: phoneIn(ctx, await findPhone({ tx: ctx.tx, tenantId: ctx.tenant.id }, ctx.user.id)),
  }
}
