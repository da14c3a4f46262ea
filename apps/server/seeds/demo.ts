import { detailOfIds, permissions } from '@slotwise/contract'

import { md5 } from '../src/kernel/passwords.ts'
import { atOnce, type Patiently } from '../src/kernel/patience.ts'
import type { Ctx, Deps, Origin } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import {
  createMerchant,
  endAllSessions,
  findIdentity,
  findLogin,
  isDemo,
  isLogin,
  markDemo,
} from '../src/modules/account/index.ts'
import { addArea } from '../src/modules/regions/area-service.ts'
import { addStore, getAllStore } from '../src/modules/regions/store-service.ts'
import { addRole } from '../src/modules/staff/role-service.ts'
import { storeSubUser } from '../src/modules/staff/sub-user-service.ts'
import { isWatched, seedAlerts } from './alerts.ts'
import { seedBranches } from './branches.ts'
import { hasCards, seedCards, useAccount } from './cards.ts'
import { hasCoupons, seedCoupons } from './coupons.ts'
import { drawGoods, hasGoods, seedGoods, type Stocked } from './goods.ts'
import { historyDays, prepareHistory, seedHistory } from './history/history.ts'
import { hasMachines, registerDemoMachines, seedMachines } from './machines.ts'
import { hasMembers, seedMembers } from './members.ts'
import { china } from './merchants/china.ts'
import { malaysia } from './merchants/malaysia.ts'
import type { DemoMerchant } from './merchants/merchant.ts'
import { hasReferrers, seedReferrers } from './referrers.ts'
import { seedSettlements } from './settlements.ts'
import { seedVouchers } from './vouchers.ts'

/** The merchants that the login page offers on a local installation. */
export const demoMerchants: readonly DemoMerchant[] = [china, malaysia]

/** The first of them, with the passwords of all. */
export const demo = { username: china.username, password: 'slotwise', operation: '602214' }

export async function hasDemo(deps: Deps): Promise<boolean> {
  for (const { username } of demoMerchants) if (!(await isLogin(deps.db.main, username))) return false
  return true
}

/** Ends the sessions of the demo's merchants, for a server without the demo; such a server refuses their logins. */
export async function closeDemo(deps: Deps): Promise<void> {
  for (const { username } of demoMerchants) {
    const found = await findLogin(deps.db.main, [username])
    if (!found) continue
    await inTenant(deps.db.main, found.tenant_id, async (tx) => {
      if (await isDemo(tx, found.tenant_id)) await endAllSessions(tx, found.tenant_id, deps.now())
    })
  }
}

/**
 * Creates the merchants of the demo once, by the services that the console calls too. Parts that later releases add to
 * the demo are added to existing ones; sales of the last `days` come with the machines only. True when something was added.
 * Each step is done `patiently`: after an outage of the database, it goes on where it was.
 */
export async function seedDemo(
  deps: Deps,
  { days = historyDays, patiently = atOnce }: { days?: number; patiently?: Patiently } = {},
): Promise<boolean> {
  let drawn: Promise<Stocked[]> | undefined
  const drawOnce = (): Promise<Stocked[]> => (drawn ??= drawGoods())
  const isListed = await patiently(() => seedBranches(deps))
  // At once, because the database has a core for each.
  const made = await Promise.allSettled(
    demoMerchants.map((merchant) => seedMerchant(deps, merchant, { days, patiently, drawOnce })),
  )
  const failed = made.find((one) => one.status === 'rejected')
  if (failed)
    throw new Error(`a demo merchant could not be created: ${String(failed.reason)}`, {
      cause: failed.reason,
    })
  return isListed || made.some((one) => one.status === 'fulfilled' && one.value)
}

async function seedMerchant(
  deps: Deps,
  merchant: DemoMerchant,
  { days, patiently, drawOnce }: { days: number; patiently: Patiently; drawOnce: () => Promise<Stocked[]> },
): Promise<boolean> {
  const { username, mchName, country, locale } = merchant
  const origin: Origin = { requestId: 'seed', address: '', userAgent: '', locale, now: deps.now() }
  const hasLogin = (name: string): Promise<boolean> => patiently(() => isLogin(deps.db.main, name))
  const isNew = !(await hasLogin(username))
  if (isNew)
    await patiently(() =>
      createMerchant(deps, {
        username,
        mchName,
        country,
        business: 'vm',
        agent: null,
        password: md5(demo.password),
        operation: md5(demo.operation),
        origin,
      }),
    )
  const isStaffed = await hasLogin(merchant.staff[0]?.sub_username ?? '')
  const { tenant_id: tenantId, account_id: accountId } = await patiently(() =>
    deps.db.main.selectFrom('login').selectAll().where('username', '=', username).executeTakeFirstOrThrow(),
  )
  await patiently(() => inTenant(deps.db.main, tenantId, (tx) => markDemo(tx, tenantId)))
  const asDemo = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    patiently(() =>
      inTenant(deps.db.main, tenantId, async (tx) => {
        const identity = await findIdentity(tx, tenantId, accountId)
        if (!identity) throw new Error('the demo merchant has no main account')
        return work({ ...origin, ...identity, deps, tx, audited: false })
      }),
    )
  // An earlier start that ended before the staff was stored may have left some of the cards, and no stores.
  const isCarded = isStaffed && (await asDemo(hasCards))
  const account = isCarded ? null : await seedCards(asDemo, patiently, merchant)
  await asDemo(async (ctx) => {
    if (!isStaffed && !(await hasStores(ctx))) await seedRegions(ctx, merchant, account)
    else if (account !== null) await useAccount(ctx, account, merchant)
    if (!isStaffed) await seedStaff(ctx, merchant)
  })
  const isStocked = await asDemo(hasGoods)
  if (!isStocked) {
    const goods = await drawOnce()
    await asDemo((ctx) => seedGoods(ctx, goods))
  }
  const isEquipped = await asDemo(hasMachines)
  if (!isEquipped) {
    await patiently(() => registerDemoMachines(deps, merchant))
    await patiently(() => prepareHistory(deps))
    await asDemo(async (ctx) => {
      await seedHistory(ctx, merchant, await seedMachines(ctx, merchant), days)
      await seedSettlements(ctx)
    })
  }
  const isMembered = await asDemo(hasMembers)
  if (!isMembered) await asDemo((ctx) => seedMembers(ctx, merchant))
  const isKnown = await asDemo(isWatched)
  if (!isKnown) await asDemo((ctx) => seedAlerts(ctx, merchant))
  const isPromoted = await asDemo(hasCoupons)
  if (!isPromoted) await asDemo((ctx) => seedCoupons(ctx, merchant))
  const isReferred = await asDemo(hasReferrers)
  if (!isReferred)
    await asDemo(async (ctx) => seedVouchers(ctx, merchant, await seedReferrers(ctx, merchant)))
  const had = [isCarded, isStaffed, isStocked, isEquipped, isMembered, isKnown, isPromoted, isReferred]
  return isNew || had.includes(false)
}

const hasStores = async (ctx: Ctx): Promise<boolean> =>
  (await getAllStore(ctx, { pageNum: 1, pageSize: 1, condition: {} })).count > 0

async function seedRegions(ctx: Ctx, merchant: DemoMerchant, account: string | null): Promise<void> {
  for (const { stores, ...area } of merchant.areas) {
    const { _id } = await addArea(ctx, area)
    for (const [i, [name]] of stores.entries())
      await addStore(ctx, demoStore(merchant, { area: _id, address: area.area_address, name, i, account }))
  }
}

async function seedStaff(ctx: Ctx, { staff }: DemoMerchant): Promise<void> {
  const { data } = await getAllStore(ctx, { pageNum: 1, pageSize: 1, condition: {} })
  for (const { role, stores, hasOperation, ...person } of staff) {
    const { name, note, granted } = role
    const { roleid } = await addRole(ctx, {
      name,
      note,
      perm_detail: detailOfIds(granted.map((permission) => permissions[permission].id)),
      goods_scope: 'all',
      bank_scope: 'all',
    })
    await storeSubUser(ctx, {
      ...person,
      oper_pwd: hasOperation ? demo.operation : undefined,
      password: md5(demo.password),
      roleid,
      all_device: stores === 'all',
      area: [],
      store: stores === 'all' ? [] : data.map(({ _id }) => _id),
      device: [],
    })
  }
}

type Site = { area: string; address: string; name: string; i: number; account: string | null }

const demoStore = (
  { storeAddress, storePhone, managers, storesWithoutAccount }: DemoMerchant,
  { area, address, name, i, account }: Site,
): Parameters<typeof addStore>[1] => ({
  store_name: name,
  area,
  phone: storePhone(i),
  store_address: storeAddress(address, name, i),
  remarks: '',
  auto_refund: i % 2 === 0,
  part_failed: 'case',
  manager: managers[i % managers.length] ?? '',
  manager_phone: '',
  customer_no: `C${String(1000 + i)}`,
  mode: i === 2 ? 'activity' : 'routine',
  mode_text: '',
  coo_mode: i % 3 === 0 ? 'rent' : 'revenue_sharing',
  coo_mode_text: '',
  coo_start_date: '2026-01-01',
  coo_end_date: i % 2 === 0 ? '2027-12-31' : null,
  coo_share: i % 3 === 0 ? null : 8 + (i % 4),
  coo_rent: i % 3 === 0 ? 60_000 + 5_000 * i : null,
  merchant_id: storesWithoutAccount.includes(name) ? null : account,
})
