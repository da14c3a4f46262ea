import { md5 } from '../src/kernel/passwords.ts'
import type { Ctx, Deps, Origin } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import { createMerchant, findIdentity } from '../src/modules/account/index.ts'
import { addArea } from '../src/modules/regions/area-service.ts'
import { addStore } from '../src/modules/regions/store-service.ts'

/** The account that the login page offers on a machine of one's own. */
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

/** Makes the demo merchant, once. It is made by the same services that a merchant's own clicks reach. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const known = await deps.db.main
    .selectFrom('login')
    .select('username')
    .where('username', '=', demo.username)
    .executeTakeFirst()
  if (known) return false
  const origin: Origin = { requestId: 'seed', address: '', userAgent: '', locale: 'zh-CN', now: deps.now() }
  const { tenantId, accountId } = await createMerchant(deps, {
    username: demo.username,
    mchName: '演示商户',
    country: 'CN',
    business: 'vm',
    agent: null,
    password: md5(demo.password),
    operation: md5(demo.operation),
    origin,
  })
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const identity = await findIdentity(tx, tenantId, accountId)
    if (!identity) throw new Error('the demo merchant has no main account')
    const ctx: Ctx = { ...origin, ...identity, deps, tx, audited: false }
    for (const { stores, ...area } of areas) {
      const { _id } = await addArea(ctx, area)
      for (const [i, name] of stores.entries())
        await addStore(ctx, demoStore(_id, area.area_address, name, i))
    }
  })
  return true
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
