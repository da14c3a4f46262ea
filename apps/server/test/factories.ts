import {
  accountCalls,
  type Area,
  type Permission,
  permissions,
  regionCalls,
  type Store,
} from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import { hashPassword, md5 } from '../src/kernel/passwords.ts'
import { createMerchant } from '../src/modules/account/index.ts'
import type { Signed, TestApp } from './app.ts'

export type Merchant = Signed & { tenantId: string; accountId: string; username: string }

export const testPassword = 'correct horse'
export const testOperation = '602214'

let serial = 0
const nextPhone = (): string => `139${String((serial += 1)).padStart(8, '0')}`

export async function signIn(app: TestApp, username: string, password = testPassword): Promise<Signed> {
  const { body } = await app.call(accountCalls.login, { username, password: md5(password) })
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

type StaffOptions = {
  permissions?: readonly Permission[]
  stores?: readonly string[]
  devices?: readonly string[]
  operation?: string
}

/** A sub-account, signed in. Without stores and devices it sees everything. */
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
        all_device: !options.stores && !options.devices,
        created_at: app.clock.now,
      })
      .returning('account_id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('login').values({ username, tenant_id: tenantId, account_id: id }).execute()
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

/** A machine standing in a store. */
export async function makeDevice(
  app: TestApp,
  merchant: Merchant,
  storeId: string | null,
  title = 'Machine',
): Promise<string> {
  return inTenant(app.deps.db.main, merchant.tenantId, async (tx) => {
    const row = await tx
      .insertInto('device')
      .values({
        tenant_id: merchant.tenantId,
        sn: String(10_000_000 + (serial += 1)),
        title,
        store_id: storeId,
        bound_at: app.clock.now,
      })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    return row.device_id
  })
}
