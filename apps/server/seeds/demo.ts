import { allPermissions, detailOfIds, permissions } from '@slotwise/contract'

import { md5 } from '../src/kernel/passwords.ts'
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
import { addSubUser } from '../src/modules/staff/sub-user-service.ts'
import { drawGoods, hasGoods, seedGoods } from './goods.ts'
import { hasMachines, registerDemoMachines, seedMachines } from './machines.ts'

/** The account that the login page offers on a local installation. */
export const demo = { username: '13800138000', password: 'slotwise', operation: '602214' }

const areas = [
  {
    area_name: '福田区',
    phone: '400-820-1234',
    area_address: '深圳市福田区',
    remarks: '商场与写字楼',
    stores: ['会展中心店', '购物公园店', '车公庙地铁店', '市民中心店'],
  },
  {
    area_name: '南山区',
    phone: '0755-2688 0000',
    area_address: '深圳市南山区',
    remarks: '高校与科技园',
    stores: ['科技园店', '深圳湾店', '大学城店'],
  },
  {
    area_name: '罗湖区',
    phone: '0755-2512 3456',
    area_address: '深圳市罗湖区',
    remarks: '',
    stores: ['东门步行街店', '火车站店', '国贸店'],
  },
  {
    area_name: '天河区',
    phone: '020-3888 6666',
    area_address: '广州市天河区',
    remarks: '',
    stores: ['体育中心店', '正佳广场店'],
  },
] as const

const managers = ['陈晓', '林珊', '黄伟', '周敏']

export const hasDemo = (deps: Deps): Promise<boolean> => isLogin(deps.db.main, demo.username)

/** Ends the sessions of the demo merchant, for a server without the demo; such a server refuses its logins. */
export async function closeDemo(deps: Deps): Promise<void> {
  const found = await findLogin(deps.db.main, [demo.username])
  if (!found) return
  await inTenant(deps.db.main, found.tenant_id, async (tx) => {
    if (await isDemo(tx, found.tenant_id)) await endAllSessions(tx, found.tenant_id, deps.now())
  })
}

/**
 * Creates the demo merchant once, by the services that the console calls too. Parts that later releases add to the demo
 * are added to an existing demo merchant. True when something was added.
 */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const origin: Origin = { requestId: 'seed', address: '', userAgent: '', locale: 'zh-CN', now: deps.now() }
  const isNew = !(await hasDemo(deps))
  if (isNew) await createMerchant(deps, { ...merchant, origin })
  const isStaffed = await isLogin(deps.db.main, staff[0].sub_username)
  const { tenant_id: tenantId, account_id: accountId } = await deps.db.main
    .selectFrom('login')
    .selectAll()
    .where('username', '=', demo.username)
    .executeTakeFirstOrThrow()
  await inTenant(deps.db.main, tenantId, (tx) => markDemo(tx, tenantId))
  const asDemo = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTenant(deps.db.main, tenantId, async (tx) => {
      const identity = await findIdentity(tx, tenantId, accountId)
      if (!identity) throw new Error('the demo merchant has no main account')
      return work({ ...origin, ...identity, deps, tx, audited: false })
    })
  await asDemo(async (ctx) => {
    if (isNew) await seedRegions(ctx)
    if (!isStaffed) await seedStaff(ctx)
  })
  const isStocked = await asDemo(hasGoods)
  if (!isStocked) {
    const goods = await drawGoods()
    await asDemo((ctx) => seedGoods(ctx, goods))
  }
  const isEquipped = await asDemo(hasMachines)
  if (!isEquipped) {
    await registerDemoMachines(deps)
    await asDemo(seedMachines)
  }
  return isNew || !isStaffed || !isStocked || !isEquipped
}

const merchant = {
  username: demo.username,
  mchName: '演示商户',
  country: 'CN',
  business: 'vm',
  agent: null,
  password: md5(demo.password),
  operation: md5(demo.operation),
} as const

async function seedRegions(ctx: Ctx): Promise<void> {
  for (const { stores, ...area } of areas) {
    const { _id } = await addArea(ctx, area)
    for (const [i, name] of stores.entries()) await addStore(ctx, demoStore(_id, area.area_address, name, i))
  }
}

/** All permissions for running the stores, but none for payouts and roles. */
const managerPermissions = allPermissions.filter((name) => !/^(bank|user\.role)/.test(name))

const staff = [
  {
    role: { name: '店长 Store manager', note: '管理门店、设备、商品和店员', granted: managerPermissions },
    sub_username: 'manager01',
    nickname: '陈店长',
    phone: '13800138001',
    oper_pwd: demo.operation,
    stores: 'all',
  },
  {
    role: { name: '客服 Clerk', note: '查看一家门店的订单，不能退款', granted: ['home', 'order.buyBill'] },
    sub_username: 'clerk01',
    nickname: '林客服',
    phone: '13800138002',
    oper_pwd: undefined,
    stores: 'first',
  },
] as const

async function seedStaff(ctx: Ctx): Promise<void> {
  const { data } = await getAllStore(ctx, { pageNum: 1, pageSize: 1, condition: {} })
  for (const { role, stores, ...person } of staff) {
    const { name, note, granted } = role
    const { roleid } = await addRole(ctx, {
      name,
      note,
      perm_detail: detailOfIds(granted.map((permission) => permissions[permission].id)),
      goods_scope: 'all',
      bank_scope: 'all',
    })
    await addSubUser(ctx, {
      ...person,
      password: md5(demo.password),
      roleid,
      all_device: stores === 'all',
      store: stores === 'all' ? [] : data.map(({ _id }) => _id),
      device: [],
    })
  }
}

const demoStore = (
  area: string,
  address: string,
  name: string,
  i: number,
): Parameters<typeof addStore>[1] => ({
  store_name: name,
  area,
  phone: `138${String(10_000_000 + i * 7_919 + name.length * 104_729).slice(-8)}`,
  store_address: `${address}${name.replace(/店$/, '')}${i + 1}号`,
  remarks: '',
  auto_refund: i % 2 === 0,
  manager: managers[i % managers.length] ?? '',
  manager_phone: '',
  customer_no: `C${String(1000 + i)}`,
  mode: i === 2 ? 'activity' : 'routine',
  mode_text: '',
  coo_mode: i % 3 === 0 ? 'rent' : 'revenue_sharing',
  coo_mode_text: '',
  coo_start_date: '2026-01-01',
  coo_end_date: i % 2 === 0 ? '2027-12-31' : null,
})
