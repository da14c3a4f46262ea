/** Machines with slots full of goods, for measurements of sales: one merchant with all of them, and several with a few each. */
import type pg from 'pg'

import type { Deps } from '../apps/server/src/kernel/ctx.ts'
import { inTenant } from '../apps/server/src/kernel/db.ts'
import { createMerchant } from '../apps/server/src/modules/account/index.ts'
import { bindMachine, registerMachine } from '../apps/server/src/modules/machines/index.ts'

import type { Login } from './mqtt-load.ts'

export type Fleet = { name: string; tenantIds: string[]; logins: Login[] }

export const slotsOfOne = 12
/** The price of all goods, in cents. */
export const price = 350
/** A line of a bill. */
export const goodsOfOne = {
  channel_sn: 1,
  goods_id: '1',
  title: 'Bench goods 1',
  price,
  quantity: 1,
  delivered: 1,
  fault: null,
}

/** Fills every slot with goods of its own and with more pieces than a measurement sells. */
const fill = `
  with g as (
    insert into goods (tenant_id, title, price, description, tags, code, created_by, created_at)
    select $1, 'Bench goods ' || i, ${price}, '', '{}', '', (select account_id from account where tenant_id = $1 limit 1), now()
      from generate_series(1, ${slotsOfOne}) i returning goods_id),
  numbered as (select goods_id, row_number() over (order by goods_id) as n from g)
  update channel c set goods_id = numbered.goods_id, price = ${price}, quantity = 1000000, max = 1000000
    from numbered where c.tenant_id = $1 and numbered.n = c.channel_sn`

let made = 0

async function makeMerchant(deps: Deps): Promise<string> {
  made += 1
  const merchant = { username: `138${String(made).padStart(8, '0')}`, mchName: `Bench ${made}` }
  const rest = {
    country: 'CN',
    business: 'vm',
    agent: null,
    password: '0'.repeat(32),
    operation: null,
  } as const
  const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: deps.now() }
  return (await createMerchant(deps, { ...merchant, ...rest, origin })).tenantId
}

let registered = 0

async function makeMachine(deps: Deps, tenantId: string): Promise<Login> {
  const sn = String(97_000_001 + (registered += 1))
  const { secret } = await registerMachine(deps, { sn, type: 'vending', slots: slotsOfOne })
  await inTenant(deps.db.main, tenantId, (tx) => bindMachine(tx, tenantId, deps.now(), { sn, title: sn }))
  return { sn, secret }
}

export async function makeFleet(
  deps: Deps,
  owner: pg.Client,
  { name, merchants, machines }: { name: string; merchants: number; machines: number },
): Promise<Fleet> {
  const fleet: Fleet = { name, tenantIds: [], logins: [] }
  for (let i = 0; i < merchants; i += 1) {
    const tenantId = await makeMerchant(deps)
    fleet.tenantIds.push(tenantId)
    for (let n = 0; n < machines / merchants; n += 1) fleet.logins.push(await makeMachine(deps, tenantId))
    await owner.query(fill, [tenantId])
  }
  return fleet
}
