import {
  accountPhone,
  isSomethingChosen,
  type List,
  type ParsedInputOf,
  type staffCalls,
  type SubUser,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, type OutsideCtx, refOf } from '../../kernel/ctx.ts'
import { inOwnTenant, whenTaken } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Prepared } from '../../kernel/handler.ts'
import { takeOrWait } from '../../kernel/limits.ts'
import { only, present } from '../../kernel/present.ts'
import {
  addLogin,
  addPhoneLogin,
  deleteInvitation,
  endSessionsOf,
  insertSubUser,
  isLogin,
  newHashes,
  removeLogin,
  removePhoneLogins,
  restartOperation,
  setHashes,
  setSubUserDeleted,
  updateSubUser,
} from '../account/index.ts'
import { isAboveRole, isWithinPowers } from './rank-service.ts'
import { askAgain, rightsChanged } from './role-service.ts'
import { lockRole } from './role-queries.ts'
import { setScope } from './scope-queries.ts'
import { demandRoleFor, demandScope, describeScopes, type ScopeDraft } from './scope-service.ts'
import * as queries from './sub-user-queries.ts'

type Input<Name extends keyof typeof staffCalls> = ParsedInputOf<(typeof staffCalls)[Name]>
type Done = Record<string, never>

/** How often a caller may ask whether a name is taken: enough for typing, too few for collecting names. */
const lookups = { max: 120, windowSeconds: 600 }

/** The caller may edit an account with fewer permissions, or with the same ones in fewer stores. */
const isEditable = (ctx: Ctx, row: queries.SubUserRow): boolean =>
  row.sub_userid !== ctx.user.id &&
  (isAboveRole(ctx, row.role) || (isWithinPowers(ctx, row.role) && row.sees_less))

/** Adds the areas, stores and machines that an account is limited to, with their names. */
export async function withScopes(ctx: Ctx, rows: queries.SubUserRow[]): Promise<SubUser[]> {
  const scopes = await describeScopes(
    ctx,
    rows.map((row) => row.sub_userid),
  )
  return rows.map((row) => {
    const { role: _, sees_less: _less, last_login_at: lastLogin, created_at: created, ...rest } = row
    const { invited_until: invited } = row
    return {
      ...rest,
      ...present(scopes, row.sub_userid),
      invited: invited !== null && invited > ctx.now,
      invited_until: invited?.toISOString() ?? null,
      last_login_at: lastLogin?.toISOString() ?? null,
      created_at: created.toISOString(),
      editable: isEditable(ctx, row),
    }
  })
}

export async function getSubUser(
  ctx: Ctx,
  { condition, ...page }: Input<'getSubUser'>,
): Promise<List<SubUser>> {
  const { data, count } = await queries.listSubUsers(ctx, page, condition)
  return { data: await withScopes(ctx, data), count }
}

const countLookup = (ctx: Pick<Ctx, 'deps' | 'tenant' | 'user' | 'now'>): Promise<void> =>
  takeOrWait(ctx.deps.db.autonomous, `account-name:${ctx.tenant.id}:${ctx.user.id}`, lookups, ctx.now)

export async function isExistSubUser(
  ctx: OutsideCtx,
  { sub_username: name }: Input<'isExistSubUser'>,
): Promise<{ isExist: boolean }> {
  await countLookup(ctx)
  return { isExist: await inOwnTenant(ctx, (tx) => isLogin(tx, name)) }
}

export async function demandSubUser(
  ctx: Ctx,
  id: string,
  options?: { deleted: boolean },
): Promise<queries.SubUserRow> {
  const row = await queries.lockSubUser(ctx, id, options)
  if (!row) throw new AppError('notFound')
  if (row.sub_userid === ctx.user.id) throw new AppError('ownAccount')
  if (!isEditable(ctx, row)) throw new AppError('aboveYou')
  return row
}

export async function describe(ctx: Ctx, id: string): Promise<SubUser> {
  const row = await queries.lockSubUser(ctx, id)
  if (!row) throw new AppError('notFound')
  return only(await withScopes(ctx, [row]))
}

/** The refusal tells that a name is taken, so it counts as a look-up. */
async function demandFreeName(ctx: OutsideCtx, username: string): Promise<void> {
  if (!(await inOwnTenant(ctx, (tx) => isLogin(tx, username)))) return
  await countLookup(ctx)
  throw AppError.atField('sub_username', 'accountTaken')
}

const nameTaken = whenTaken(() => AppError.atField('sub_username', 'accountTaken'))

async function takeName(ctx: Ctx, accountId: string, username: string): Promise<boolean> {
  return addLogin(ctx.tx, { username, tenant_id: ctx.tenant.id, account_id: accountId })
}

type PersonDraft = Pick<Input<'addSubUser'>, 'sub_username' | 'nickname' | 'phone' | 'roleid' | 'all_device'>

const personOf = ({ sub_username: username, nickname, phone, roleid, all_device }: PersonDraft) => ({
  username,
  nickname,
  phone,
  role_id: roleid,
  all_device,
})

/** Whether two texts are the same number, so that writing it otherwise does not take away that it was proven. */
function isSamePhone({ tenant: { country } }: Ctx, one: string, other: string): boolean {
  const phone = accountPhone(country, one)
  return one === other || (phone !== undefined && phone === accountPhone(country, other))
}

/** An account without a password can only be invited, which takes a phone that gets text messages. */
export function demandMobile({ tenant: { country } }: Pick<Ctx, 'tenant'>, phone: string): string {
  const mobile = accountPhone(country, phone)
  if (!mobile) throw AppError.atField('phone', country === 'CN' ? 'mainlandPhone' : 'phone')
  return mobile
}

/** Refuses a taken name before anything else, because counting needs a connection. */
export async function addSubUser(
  outside: OutsideCtx,
  draft: Input<'addSubUser'>,
): Promise<Prepared<SubUser>> {
  await demandFreeName(outside, draft.sub_username)
  return (ctx) => storeSubUser(ctx, draft)
}

/** Adds a sub-account whose name is free; the demo does so in a transaction of its own. */
export async function storeSubUser(ctx: Ctx, draft: Input<'addSubUser'>): Promise<SubUser> {
  if (draft.password === undefined) demandMobile(ctx, draft.phone)
  await demandRoleFor(ctx, draft.roleid)
  const scope = await demandScope(ctx, draft)
  const hashes = await newHashes(ctx, { password: draft.password, pin: draft.oper_pwd }, {}, 'oper_pwd')
  const id = await insertSubUser(ctx, {
    ...personOf(draft),
    password_hash: hashes.password_hash ?? '',
    operation_hash: hashes.operation_hash ?? null,
  }).catch(nameTaken)
  if (!(await takeName(ctx, id, draft.sub_username))) throw AppError.atField('sub_username', 'accountTaken')
  await setScope(ctx, id, scope)
  const user = await describe(ctx, id)
  await audit(ctx, { call: 'addSubUser', object: 'subUser', objectId: id, after: facts(user) })
  return user
}

/** What the audit records. Passwords are only marked as changed. */
const facts = (user: SubUser, changed: Pick<Input<'editSubUser'>, 'password' | 'oper_pwd'> = {}) => ({
  sub_userid: user.sub_userid,
  sub_username: user.sub_username,
  nickname: user.nickname,
  phone: user.phone,
  roleid: user.roleid,
  role_name: user.role_name,
  all_device: user.all_device,
  area: user.area,
  area_names: user.area_names,
  store: user.store,
  store_names: user.store_names,
  device: user.device,
  ...(changed.password === undefined ? {} : { password: '••••••' }),
  ...(changed.oper_pwd === undefined ? {} : { oper_pwd: '••••••' }),
})

/**
 * A new operation password would lift the lock, which the main account alone may do. So would a new account of the
 * same name, so that a locked one keeps its name and is not deleted.
 */
function refuseLocked(ctx: Ctx, row: queries.SubUserRow, path: string): void {
  const rule = path === 'sub_username' ? 'lockedName' : 'lockedOperation'
  if (row.operLocked && !ctx.user.isMain) throw new AppError('mainOnly', {}, [{ path, rule }])
}

/** A change that does not name the areas keeps them. */
function withAreasOf({ area }: SubUser, input: Input<'editSubUser'>): ScopeDraft {
  const draft = { ...input, area: input.area ?? area }
  if (!isSomethingChosen(draft)) throw AppError.atField('store', 'chooseStores')
  return draft
}

/** Refuses a taken name before it looks at the rest, as `addSubUser` does. */
export async function editSubUser(
  outside: OutsideCtx,
  input: Input<'editSubUser'>,
): Promise<Prepared<SubUser>> {
  const row = await inOwnTenant(outside, (tx) => demandSubUser({ ...outside, tx }, input.sub_userid))
  if (input.sub_username !== row.sub_username) await demandFreeName(outside, input.sub_username)
  return (ctx) => update(ctx, input)
}

async function update(ctx: Ctx, input: Input<'editSubUser'>): Promise<SubUser> {
  const { sub_userid: id, rev, password, oper_pwd: pin } = input
  const row = await demandSubUser(ctx, id)
  // Checked before the passwords are compared, so that an outdated request cannot be used to guess them.
  if (rev !== undefined && rev !== row.rev) throw new AppError('changedMeanwhile')
  if (pin !== undefined) refuseLocked(ctx, row, 'oper_pwd')
  if (input.sub_username !== row.sub_username) refuseLocked(ctx, row, 'sub_username')
  if (!row.joined && password === undefined) demandMobile(ctx, input.phone)
  const before = only(await withScopes(ctx, [row]))
  await demandRoleFor(ctx, input.roleid)
  const scope = await demandScope(ctx, withAreasOf(before, input))
  const hashes = await newHashes(ctx, { password, pin }, await queries.findHashes(ctx, id), 'oper_pwd')
  const isPhoneChanged = !isSamePhone(ctx, input.phone, row.phone)
  const changed = await updateSubUser(ctx, id, rev, {
    ...personOf(input),
    ...hashes,
    ...(pin === undefined ? {} : { operation_locked_at: null }),
    ...(isPhoneChanged ? { phone_verified_at: null } : {}),
  }).catch(nameTaken)
  if (!changed) throw new AppError('changedMeanwhile')
  if (input.sub_username !== row.sub_username) {
    // Take the new name before the old one is freed: of two accounts that swap names both are refused, and neither
    // waits for the other.
    if (!(await takeName(ctx, id, input.sub_username))) throw AppError.atField('sub_username', 'accountTaken')
    await removeLogin(ctx.tx, ctx.tenant.id, id, row.sub_username)
  }
  await setScope(ctx, id, scope)
  const after = await describe(ctx, id)
  await tellUser(ctx, before, after)
  if (isPhoneChanged) await removePhoneLogins(refOf(ctx), id)
  if (isPhoneChanged || password !== undefined) await deleteInvitation(refOf(ctx), id)
  if (password !== undefined) await endSessionsOf(ctx.tx, ctx.tenant.id, id, ctx.now)
  if (pin !== undefined) await restartOperation(ctx, id)
  await audit(ctx, {
    call: 'editSubUser',
    object: 'subUser',
    objectId: id,
    before: facts(before),
    after: facts(after, { password, oper_pwd: pin }),
  })
  return after
}

/** Makes open consoles reload their user; when the rights have changed, also ends the signs. */
async function tellUser(ctx: Ctx, before: SubUser, after: SubUser): Promise<void> {
  const rights = ({ roleid, all_device, area, store: stores, device }: SubUser): string =>
    JSON.stringify([roleid, all_device, area, stores, device])
  const account = after.sub_userid
  if (rights(before) !== rights(after)) return rightsChanged(ctx, account)
  const face = ({ nickname, sub_username: name, hasOperPwd }: SubUser): string =>
    JSON.stringify([nickname, name, hasOperPwd])
  if (face(before) !== face(after)) await askAgain(ctx, account)
}

/** Deletes the account at once, ends its sessions and frees its name. Its entries in the records stay. */
export async function delSubUser(ctx: Ctx, { sub_userid: id }: Input<'delSubUser'>): Promise<Done> {
  const row = await demandSubUser(ctx, id)
  if (row.operLocked && !ctx.user.isMain) throw new AppError('lockedAccount')
  const before = only(await withScopes(ctx, [row]))
  await setSubUserDeleted(ctx, id, true)
  await removeLogin(ctx.tx, ctx.tenant.id, id, row.sub_username)
  await endSessionsOf(ctx.tx, ctx.tenant.id, id, ctx.now)
  await removePhoneLogins(refOf(ctx), id)
  await deleteInvitation(refOf(ctx), id)
  await audit(ctx, { call: 'delSubUser', object: 'subUser', objectId: id, before: facts(before) })
  return {}
}

/** Restores a deleted account, if the caller could add such an account. */
export async function restoreSubUser(
  ctx: Ctx,
  { sub_userid: id }: Input<'restoreSubUser'>,
): Promise<SubUser> {
  const row = await demandSubUser(ctx, id, { deleted: true })
  if (!(await lockRole(ctx, row.roleid, 'share'))) throw new AppError('notFound')
  await setSubUserDeleted(ctx, id, false).catch(whenTaken(() => new AppError('accountTaken')))
  if (!(await takeName(ctx, id, row.sub_username))) throw new AppError('accountTaken')
  const phone = row.phone_verified ? accountPhone(ctx.tenant.country, row.phone) : undefined
  if (phone) await addPhoneLogin(refOf(ctx), id, phone)
  const after = await describe(ctx, id)
  await audit(ctx, { call: 'restoreSubUser', object: 'subUser', objectId: id, after: facts(after) })
  return after
}

export async function resetSubUserOprPwd(
  ctx: Ctx,
  { sub_userid: id, new_oper_pwd: pin }: Input<'resetSubUserOprPwd'>,
): Promise<Done> {
  const row = await demandSubUser(ctx, id)
  refuseLocked(ctx, row, 'new_oper_pwd')
  const hashes = await newHashes(ctx, { pin }, await queries.findHashes(ctx, id), 'new_oper_pwd')
  await setHashes(ctx.tx, ctx.tenant.id, id, { ...hashes, operation_locked_at: null })
  await restartOperation(ctx, id)
  await askAgain(ctx, id)
  await audit(ctx, {
    call: 'resetSubUserOprPwd',
    object: 'subUser',
    objectId: id,
    after: { sub_username: row.sub_username, nickname: row.nickname, oper_pwd: '••••••' },
  })
  return {}
}
