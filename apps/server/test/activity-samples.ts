import type { TestApp } from './app.ts'
import { couponSamples } from './coupon-stand.ts'
import { giveActivity, type Merchant } from './factories.ts'
import { memberSamples } from './member-stand.ts'
import { voucherSamples } from './voucher-stand.ts'

type Things = { name: string; store: string; sn: string; goods: string }

/** Inputs of the calls about cards, coupons, vouchers and referrers, and the ids that they name. */
export async function activitySamples(app: TestApp, owner: Merchant, things: Things) {
  giveActivity(app, owner)
  const all = [
    await memberSamples(app, owner, things.sn),
    await couponSamples(app, owner, things.store),
    await voucherSamples(app, owner, things),
  ]
  return {
    inputs: Object.assign({}, ...all.map(({ inputs }) => inputs)) as Record<string, unknown>,
    ids: all.flatMap(({ ids }): readonly string[] => ids),
  }
}
