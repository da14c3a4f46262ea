/**
 * Coupons for the demo, with a past: some sales of the history were cheaper by one. The sales come first, the coupons
 * are then made to fit them.
 */
import { randomBytes } from 'node:crypto'

import { addDays, countryFacts, CouponInput, dayOf, isOnline } from '@slotwise/contract'
import type { z } from 'zod'

import type { Ctx } from '../src/kernel/ctx.ts'
import { daysBefore, hoursBefore } from '../src/kernel/moments.ts'
import { discountOf, type Offer } from '../src/modules/coupons/coupon-model.ts'
import { addCoupon, delCoupon } from '../src/modules/coupons/coupon-service.ts'
import { addPastGrants, type PastGrant } from '../src/modules/coupons/past-grant-queries.ts'
import { between, seeded } from './dice.ts'
import type { PastSale } from './history/sale.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

/** One sale of so many was made with a coupon. */
const everySale = 97

/** The coupon that runs, and the one that has ended, which was received on these days before today. */
const running: Offer = { type: 'discount', value: 20 }
const ended: Offer & { days: readonly [number, number] } = { type: 'cash', value: 100, days: [100, 20] }

const offerAt = (at: Date, now: Date): Offer =>
  at > daysBefore(now, ended.days[0] - 1) && at < daysBefore(now, ended.days[1] + 1) ? ended : running

/** Makes some of the sales cheaper by a coupon: what was paid is less than the prices of the goods. */
export function withCoupon({ bill, order }: PastSale, serial: number, now: Date): PastSale {
  const sale = { ...(bill && { bill }), ...(order && { order }) }
  if (!bill || !order || serial % everySale !== 0 || bill.status !== 0 || !isOnline(bill.client)) return sale
  const discount = discountOf(offerAt(bill.create_at, now), bill.total_price)
  const paid = bill.total_price - discount
  return { bill: { ...bill, total_price: paid }, order: { ...order, amount: paid, discount } }
}

type Draft = z.input<typeof CouponInput>
type Planned = { draft: Draft; offer?: Offer; unused: number; isDeleted?: boolean }

const names: Record<DemoMerchant['country'], readonly [string, string, string, string, string]> = {
  CN: ['新客八折', '开学立减 1 元', '双旦狂欢', '会员日立减 2 元', '周年庆七折'],
  MY: ['Welcome 20% off', 'RM1 back to school', 'Year-end treat', 'Members day', 'Birthday 30% off'],
}

function plan({ country }: DemoMerchant, today: string): Planned[] {
  const [welcome, school, treat, members, birthday] = names[country]
  const [from, to] = ended.days
  return [
    {
      draft: {
        name: school,
        ...offerOf(ended),
        start_date: addDays(today, -from),
        end_date: addDays(today, -to),
        limit_period: 'month',
      },
      offer: ended,
      unused: 64,
    },
    {
      draft: { name: birthday, type: 'discount', value: 30, end_date: addDays(today, 10) },
      unused: 23,
      isDeleted: true,
    },
    { draft: { name: members, type: 'cash', value: 200, quantity: 100, limit_period: 'week' }, unused: 86 },
    {
      draft: {
        name: treat,
        type: 'cash',
        value: 300,
        quantity: 500,
        start_date: addDays(today, 20),
        end_date: addDays(today, 45),
      },
      unused: 0,
    },
    { draft: { name: welcome, ...offerOf(running), limit_period: 'week' }, offer: running, unused: 118 },
  ]
}

const offerOf = ({ type, value }: Offer): Offer => ({ type, value })

export const hasCoupons = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('coupon')
    .select('coupon_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function seedCoupons(ctx: Ctx, merchant: DemoMerchant): Promise<void> {
  const { utcOffsetMinutes } = countryFacts[merchant.country]
  const sales = await cheaperSales(ctx)
  const cards = await cardNumbers(ctx)
  for (const { draft, offer, unused, isDeleted } of plan(merchant, dayOf(ctx.now, utcOffsetMinutes))) {
    const { coupon_id } = await addCoupon(ctx, CouponInput.parse(draft))
    const used = sales.filter(({ at }) => offer !== undefined && offerAt(at, ctx.now) === offer)
    const ref = { tx: ctx.tx, tenantId: ctx.tenant.id }
    const isOver = offer === ended
    const grants = [...used.map(({ grant }) => grant), ...unusedOf(ctx, unused, isOver)]
    await addPastGrants(ref, coupon_id, withCards(grants, cards))
    if (isDeleted) await delCoupon(ctx, { coupon_id })
  }
}

/** The sales that were made with a coupon, each with what its buyer had received a while before. */
async function cheaperSales({ tx, tenant }: Ctx): Promise<{ at: Date; grant: PastGrant }[]> {
  const random = seeded(7)
  const rows = await tx
    .selectFrom('pay_order')
    .select(['orderno', 'create_at', 'paid_at', 'amount', 'discount'])
    .where('tenant_id', '=', tenant.id)
    .where('discount', '>', 0)
    .where('state', '=', 'paid')
    .orderBy('create_at')
    .execute()
  return rows.map(({ orderno, create_at: at, paid_at: paidAt, amount: paid, discount }) => ({
    at,
    grant: {
      browser: randomBytes(32),
      cardno: '',
      received_at: new Date(at.getTime() - Math.round(between(random, [60_000, 3_600_000]))),
      order: { orderno, usedAt: paidAt ?? at, discount, paid },
    },
  }))
}

async function cardNumbers({ tx, tenant }: Ctx): Promise<string[]> {
  const rows = await tx.selectFrom('card').select('cardno').where('tenant_id', '=', tenant.id).execute()
  return rows.map(({ cardno }) => cardno)
}

/** Every third buyer has a card and typed its number; no card received a coupon twice. */
const withCards = (grants: readonly PastGrant[], cards: readonly string[]): PastGrant[] =>
  grants.map((grant, n) => ({ ...grant, cardno: (n % 3 === 0 && cards[n / 3]) || '' }))

function unusedOf({ now }: Ctx, count: number, isOver: boolean): PastGrant[] {
  const random = seeded(count)
  return Array.from({ length: count }, () => ({
    browser: randomBytes(32),
    cardno: '',
    received_at: hoursBefore(now, between(random, isOver ? [24 * 22, 24 * 95] : [1, 24 * 25])),
    order: null,
  }))
}
