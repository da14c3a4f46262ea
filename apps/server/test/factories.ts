import {
  accountCalls,
  type Area,
  type Goods,
  goodsCalls,
  type Image,
  type InputOf,
  type Permission,
  permissions,
  regionCalls,
  type Role,
  staffCalls,
  type Store,
  type SubUser,
  type UploadedImage,
  mediaCalls,
  viewCalls,
} from '@slotwise/contract'

import sharp from 'sharp'

import { inTenant } from '../src/kernel/db.ts'
import { hashPassword, md5 } from '../src/kernel/passwords.ts'
import { createMerchant } from '../src/modules/account/index.ts'
import type { Signed, TestApp } from './app.ts'
import { makeBoundMachine } from './machines.ts'

export type Merchant = Signed & { tenantId: string; accountId: string; username: string }

export const testPassword = 'correct horse'
export const testOperation = '602214'

let serial = 0

/** A new address for each call without a session, because such calls are limited by address. */
export const nextAddress = (): string => {
  serial += 1
  return `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`
}

const nextPhone = (): string => `139${String((serial += 1)).padStart(8, '0')}`

export async function signIn(app: TestApp, username: string, password = testPassword): Promise<Signed> {
  const { body } = await app.call(
    accountCalls.login,
    { username, password: md5(password) },
    { address: nextAddress() },
  )
  if (body.rcode !== 0) throw new Error(`could not sign in as ${username}: ${body.msg}`)
  return { token: body.result.token, secret: body.result.secret }
}

/** A merchant with a main account that is signed in. */
export async function makeMerchant(
  app: TestApp,
  options: { country?: 'CN' | 'MY'; operation?: string | null } = {},
): Promise<Merchant> {
  const { country = 'CN', operation = testOperation } = options
  const username = country === 'CN' ? nextPhone() : `+60${nextPhone()}`
  const made = await createMerchant(app.deps, {
    username,
    mchName: `Merchant ${username}`,
    country,
    business: 'vm',
    agent: null,
    password: md5(testPassword),
    operation: operation === null ? null : md5(operation),
    origin: { requestId: 'test', address: '', userAgent: '', locale: 'en-US', now: app.clock.now },
  })
  return { ...made, username, ...(await signIn(app, username)) }
}

/** Lists the main account among those to which the operator gives the activity pages. */
export function giveActivity(app: TestApp, { username }: Pick<Merchant, 'username'>): void {
  const { config } = app.deps
  app.deps.config = { ...config, activityAccounts: [...config.activityAccounts, username] }
}

type StaffOptions = {
  permissions?: readonly Permission[]
  areas?: readonly string[]
  stores?: readonly string[]
  devices?: readonly string[]
  operation?: string
  goods?: 'own'
  bank?: 'own'
}

/** A sub-account, signed in. Without areas, stores and devices it sees everything. */
export async function makeStaff(
  app: TestApp,
  merchant: Merchant,
  options: StaffOptions = {},
): Promise<Merchant> {
  const username = `staff${(serial += 1)}`
  const tenantId = merchant.tenantId
  const { config } = app.deps
  const passwordHash = await hashPassword(md5(testPassword), config)
  const operationHash = options.operation ? await hashPassword(md5(options.operation), config) : null
  const accountId = await inTenant(app.deps.db.main, tenantId, async (tx) => {
    const { role_id: roleId } = await tx
      .insertInto('role')
      .values({
        tenant_id: tenantId,
        name: username,
        note: 'test',
        permission_ids: (options.permissions ?? []).map((name) => permissions[name].id),
        goods_scope: options.goods ?? 'all',
        bank_scope: options.bank ?? 'all',
        created_at: app.clock.now,
      })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    const { account_id: id } = await tx
      .insertInto('account')
      .values({
        tenant_id: tenantId,
        username,
        nickname: username,
        is_main: false,
        password_hash: passwordHash,
        operation_hash: operationHash,
        role_id: roleId,
        all_device: !options.areas && !options.stores && !options.devices,
        created_at: app.clock.now,
      })
      .returning('account_id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('login').values({ username, tenant_id: tenantId, account_id: id }).execute()
    for (const area of options.areas ?? [])
      await tx
        .insertInto('account_area')
        .values({ tenant_id: tenantId, account_id: id, area_id: area })
        .execute()
    for (const store of options.stores ?? [])
      await tx
        .insertInto('account_store')
        .values({ tenant_id: tenantId, account_id: id, store_id: store })
        .execute()
    for (const device of options.devices ?? [])
      await tx
        .insertInto('account_device')
        .values({ tenant_id: tenantId, account_id: id, device_id: device })
        .execute()
    return id
  })
  return { tenantId, accountId, username, ...(await signIn(app, username)) }
}

export async function makeArea(app: TestApp, as: Signed, fields: Partial<Area> = {}): Promise<Area> {
  const { body } = await app.call(
    regionCalls.addArea,
    { area_name: `Area ${(serial += 1)}`, ...fields },
    { as },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

export async function makeStore(app: TestApp, as: Signed, fields: Partial<Store> = {}): Promise<Store> {
  const { body } = await app.call(
    regionCalls.addStore,
    { store_name: `Store ${(serial += 1)}`, ...fields },
    { as },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

/** A machine in a store. */
export async function makeDevice(
  app: TestApp,
  merchant: Merchant,
  store: string | null,
  title = 'Machine',
): Promise<{ id: string; sn: string }> {
  const { id, sn } = await makeBoundMachine(app, merchant, { store, title })
  return { id, sn }
}

/** A new picture; no two are equal. */
export const drawPicture = (width = 64, height = 48): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      // Colours differ enough to stay different after redrawing.
      background: { r: ((serial += 1) * 37) % 256, g: (serial * 91) % 256, b: (serial * 11) % 256 },
    },
  })
    .png()
    .toBuffer()

export async function makeImage(app: TestApp, as: Signed, name = `Picture ${(serial += 1)}`): Promise<Image> {
  const upload = await app.post(mediaCalls.uploadImg.path, await drawPicture(), { as })
  const { file } = upload.body.result as UploadedImage
  const { body } = await app.call(mediaCalls.editImg, { name, file }, { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify([upload.body, body]))
  return body.result
}

export async function makeGoods(
  app: TestApp,
  as: Signed,
  fields: Partial<InputOf<typeof goodsCalls.addPrivate>> = {},
): Promise<Goods> {
  const { body } = await app.call(
    goodsCalls.addPrivate,
    { title: `Goods ${(serial += 1)}`, price: 350, ...fields },
    { as },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

/** Puts goods into a slot. */
export async function fillSlot(
  app: TestApp,
  merchant: Merchant,
  slot: { device: string; channel: number; goods: string },
): Promise<void> {
  await inTenant(app.deps.db.main, merchant.tenantId, (tx) =>
    tx
      .insertInto('channel')
      .values({
        tenant_id: merchant.tenantId,
        device_id: slot.device,
        channel_sn: slot.channel,
        goods_id: slot.goods,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'device_id', 'channel_sn']).doUpdateSet({ goods_id: slot.goods }),
      )
      .execute(),
  )
}

/** A view of the list of stores. Returns its number. */
export async function makeView(
  app: TestApp,
  as: Signed,
  fields: Partial<InputOf<typeof viewCalls.saveView>> = {},
): Promise<string> {
  const view = { list: 'stores' as const, name: `View ${(serial += 1)}`, filter: { q: ['tea'] }, ...fields }
  const { body } = await app.call(viewCalls.saveView, view, { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result.view_id
}

/** A view, and inputs for the calls of views. */
export async function viewSamples(app: TestApp, as: Signed) {
  const id = await makeView(app, as)
  return {
    id,
    samples: {
      'views.getViews': { list: 'stores' },
      'views.saveView': { list: 'stores', name: `Rented ${id}`, filter: { coo_mode: ['rent'] } },
      'views.deleteView': { view_id: id },
    },
  }
}

/** A role made by `as`, granting these permissions. */
export async function makeRole(
  app: TestApp,
  as: Signed,
  granted: readonly Permission[] = ['home'],
  fields: Partial<Role> = {},
): Promise<Role> {
  const { body } = await app.call(
    staffCalls.addRole,
    {
      name: `Role ${(serial += 1)}`,
      note: 'test',
      perm_detail: granted.map((name) => permissions[name].id).join(),
      ...pick(fields, ['name', 'note', 'goods_scope', 'bank_scope']),
    },
    { as },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

/** A sub-account made by `as`; it is not signed in. */
export async function makeSubUser(
  app: TestApp,
  as: Signed,
  fields: Partial<InputOf<typeof staffCalls.addSubUser>> = {},
): Promise<SubUser> {
  const { body } = await app.call(
    staffCalls.addSubUser,
    {
      sub_username: `person${(serial += 1)}`,
      nickname: 'Person',
      password: md5(testPassword),
      roleid: fields.roleid ?? (await makeRole(app, as)).roleid,
      ...fields,
    },
    { as },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]])) as Partial<Pick<T, K>>

/** The sign that the operation password gives. */
export async function unlock(app: TestApp, as: Signed, pin = testOperation): Promise<string> {
  const { body } = await app.call(accountCalls.checkOprPwd, { password: md5(pin) }, { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result.sign
}
