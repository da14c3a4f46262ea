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
type Place = TenantRef & { now: Date; merchant: Merchant }

const todayOf = ({ now, merchant }: Pick<Place, 'now' | 'merchant'>): string =>
  dayOf(now, countryFacts[merchant.country].utcOffsetMinutes)

/** Runs `work` for the coupon of a page. Undefined when there is no such page. */
async function atPage<T>(
  deps: Deps,
  token: string,
  work: (place: Place, coupon: CouponRow) => Promise<T>,
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
  atPage(deps, token, async (place, coupon) => {
    const names = await storeNamesOf(place, coupon.regions)
    const refusal =
      refusalOf(place, coupon) ??
      (browser && (await hasReachedLimit(place, coupon, browser)) ? 'limit' : undefined)
    return {
      merchant: place.merchant,
      coupon,
      storeNames: coupon.regions.flatMap((id) => names.get(id) ?? []),
      refusal,
      own: browser ? await ownOf(place, coupon, browser) : [],
    }
  })

function refusalOf(place: Place, coupon: CouponRow): Refusal | undefined {
  const { deleted_at: deletedAt, quantity, received } = coupon
  if (deletedAt !== null) return 'over'
  const phase = phaseOf(coupon, todayOf(place))
  if (phase !== 'running') return phase
  return quantity > 0 && received >= quantity ? 'none left' : undefined
}

async function hasReachedLimit(
  place: Place,
  { coupon_id: id, limit_period: period, limit_count: most }: CouponRow,
  browser: Buffer,
): Promise<boolean> {
  if (most === 0) return false
  const { utcOffsetMinutes } = countryFacts[place.merchant.country]
  const since = startOfDay(periodBegins(period, todayOf(place)), utcOffsetMinutes)
  return (await countReceived(place, id, browser, since)) >= most
}

async function ownOf(place: Place, shown: CouponRow, browser: Buffer): Promise<OwnCoupon[]> {
  const own: OwnCoupon[] = []
  const known = new Map([[shown.coupon_id, shown]])
  for (const grant of await unusedOf(place, browser, ownMost)) {
    const coupon = known.get(grant.coupon_id) ?? (await findCoupon(place, grant.coupon_id))
    if (!coupon) continue
    known.set(grant.coupon_id, coupon)
    const isOver = coupon.deleted_at !== null || phaseOf(coupon, todayOf(place)) === 'ended'
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
  atPage(deps, token, async (place, { coupon_id: id }) => {
    const coupon = await lockCoupon(place, id)
    if (!coupon) return 'over'
    const refusal = refusalOf(place, coupon)
    if (refusal !== undefined) return refusal
    if (await hasReachedLimit(place, coupon, holder.browser)) return 'limit'
    if (!(await takePiece(place, id))) return 'none left'
    await insertGrant(place, { ...holder, coupon_id: id, code: newCode(), received_at: place.now })
    return 'received'
  })
