/** A buyer receives a coupon on its page, without an account. */
import { type Country, countryFacts, dayOf, startOfDay } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { tenantOfToken } from '../../kernel/tokens.ts'
import { merchantOf } from '../account/index.ts'
import { storeNamesOf } from '../regions/index.ts'
import { newCode, periodBegins, phaseOf } from './coupon-model.ts'
import { couponOfToken, type CouponRow, findCoupon, lockCoupon, takePiece } from './coupon-queries.ts'
import { countReceived, type Grant, type Holder, insertGrant, unusedOf } from './grant-queries.ts'

/** Why a coupon cannot be received now; `over`: it was deleted. */
export type Refusal = 'upcoming' | 'ended' | 'over' | 'none left' | 'limit'

type OwnCoupon = Grant & { coupon: CouponRow }

export type Offered = {
  merchant: { name: string; country: Country }
  coupon: CouponRow
  storeNames: string[]
  refusal: Refusal | undefined
  /** What this browser has received and can still use: of this coupon first. */
  own: OwnCoupon[]
}

const ownMost = 20

type Merchant = NonNullable<Awaited<ReturnType<typeof merchantOf>>>
type PageCtx = TenantRef & { now: Date; merchant: Merchant }

const todayOf = ({ now, merchant }: Pick<PageCtx, 'now' | 'merchant'>): string =>
  dayOf(now, countryFacts[merchant.country].utcOffsetMinutes)

/** Runs `work` for the coupon of a page. Undefined when there is no such page. */
async function atPage<T>(
  deps: Deps,
  token: string,
  work: (page: PageCtx, coupon: CouponRow) => Promise<T>,
): Promise<T | undefined> {
  const tenantId = tenantOfToken(token)
  if (tenantId === undefined) return undefined
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const coupon = await couponOfToken(ref, token)
    const merchant = coupon && (await merchantOf(ref))
    return merchant && work({ ...ref, now: deps.now(), merchant }, coupon)
  })
}

/** What the page of a coupon shows. */
export const offeredAt = (
  deps: Deps,
  token: string,
  browser: Buffer | undefined,
): Promise<Offered | undefined> =>
  atPage(deps, token, async (page, coupon) => {
    const names = await storeNamesOf(page, coupon.regions)
    const refusal =
      refusalOf(page, coupon) ??
      (browser && (await hasReachedLimit(page, coupon, browser)) ? 'limit' : undefined)
    return {
      merchant: page.merchant,
      coupon,
      storeNames: coupon.regions.flatMap((id) => names.get(id) ?? []),
      refusal,
      own: browser ? await ownOf(page, coupon, browser) : [],
    }
  })

function refusalOf(page: PageCtx, coupon: CouponRow): Refusal | undefined {
  const { deleted_at: deletedAt, quantity, received } = coupon
  if (deletedAt !== null) return 'over'
  const phase = phaseOf(coupon, todayOf(page))
  if (phase !== 'running') return phase
  return quantity > 0 && received >= quantity ? 'none left' : undefined
}

async function hasReachedLimit(
  page: PageCtx,
  { coupon_id: id, limit_period: period, limit_count: most }: CouponRow,
  browser: Buffer,
): Promise<boolean> {
  if (most === 0) return false
  const { utcOffsetMinutes } = countryFacts[page.merchant.country]
  const since = startOfDay(periodBegins(period, todayOf(page)), utcOffsetMinutes)
  return (await countReceived(page, id, browser, since)) >= most
}

async function ownOf(page: PageCtx, shown: CouponRow, browser: Buffer): Promise<OwnCoupon[]> {
  const own: OwnCoupon[] = []
  const known = new Map([[shown.coupon_id, shown]])
  for (const grant of await unusedOf(page, browser, ownMost)) {
    const coupon = known.get(grant.coupon_id) ?? (await findCoupon(page, grant.coupon_id))
    if (!coupon) continue
    known.set(grant.coupon_id, coupon)
    const isOver = coupon.deleted_at !== null || phaseOf(coupon, todayOf(page)) === 'ended'
    if (!isOver) own.push({ ...grant, coupon })
  }
  const isShown = ({ coupon_id: id }: OwnCoupon): boolean => id === shown.coupon_id
  return [...own.filter(isShown), ...own.filter((one) => !isShown(one))]
}

/**
 * Gives a buyer one piece. The lock of the coupon makes the count of the buyer exact. Undefined when there is no such
 * page.
 */
export const receiveCoupon = (
  deps: Deps,
  token: string,
  holder: Holder,
): Promise<'received' | Refusal | undefined> =>
  atPage(deps, token, async (page, { coupon_id: id }) => {
    const coupon = await lockCoupon(page, id)
    if (!coupon) return 'over'
    const refusal = refusalOf(page, coupon)
    if (refusal !== undefined) return refusal
    if (await hasReachedLimit(page, coupon, holder.browser)) return 'limit'
    if (!(await takePiece(page, id))) return 'none left'
    await insertGrant(page, { ...holder, coupon_id: id, code: newCode(), received_at: page.now })
    return 'received'
  })
