/** What the demo's customers carry besides money: members' cards, received coupons, and some of the vouchers. */
import { sql } from 'kysely'

import type { Deps, TenantRef } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import { findLogin } from '../src/modules/account/index.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

export type Carried = { country: string; cards: string[]; coupons: string[]; vouchers: string[] }

/** Most vouchers stay for visitors of the demo. */
const vouchersCarried = 6

export async function demoWallets(deps: Deps, merchants: readonly DemoMerchant[]): Promise<Carried[]> {
  const wallets: Carried[] = []
  for (const { username, country } of merchants) {
    const found = await findLogin(deps.db.main, [username])
    if (!found) continue
    const { tenant_id: tenantId } = found
    wallets.push(
      await inTenant(deps.db.main, tenantId, async (tx) => ({
        country,
        ...(await carriedIn({ tx, tenantId })),
      })),
    )
  }
  return wallets
}

async function carriedIn({ tx, tenantId }: TenantRef): Promise<Omit<Carried, 'country'>> {
  const { rows: cards } = await sql<{ code: string }>`
    select cardno as code from card where tenant_id = ${tenantId} and deleted_at is null and point > 0
     order by 1`.execute(tx)
  const { rows: coupons } = await sql<{ code: string }>`
    select code from coupon_grant where tenant_id = ${tenantId} and state = 'received' order by grant_id`.execute(
    tx,
  )
  const { rows: vouchers } = await sql<{ code: string }>`
    select code from voucher where tenant_id = ${tenantId} and state = 'unused' order by gift_id
     limit ${vouchersCarried}`.execute(tx)
  const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code)
  return { cards: codes(cards), coupons: codes(coupons), vouchers: codes(vouchers) }
}
