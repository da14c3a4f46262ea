/** What customers carry besides money: members' cards, coupons and vouchers. */
import { chance, pick, type Random } from './random.ts'

/** What one customer uses. */
export type Carried = { card?: string; coupon?: string; voucher?: string }

export type Wallet = () => Carried

/** How many customers have a card, how many of them a coupon, and how many come with a voucher. */
const withCard = 0.12
const withCoupon = 0.06
const withVoucher = 0.01

/** Coupons and vouchers are used once, cards again and again. */
export function makeWallet(
  {
    cards = [],
    coupons = [],
    vouchers = [],
  }: Partial<Record<'cards' | 'coupons' | 'vouchers', readonly string[]>>,
  random: Random,
  often: Readonly<Record<'card' | 'coupon' | 'voucher', number>> = {
    card: withCard,
    coupon: withCoupon,
    voucher: withVoucher,
  },
): Wallet {
  const leftCoupons = [...coupons]
  const leftVouchers = [...vouchers]
  return () => {
    const voucher = chance(random, often.voucher) ? leftVouchers.shift() : undefined
    if (voucher !== undefined) return { voucher }
    const card = chance(random, often.card) ? pick(random, cards) : undefined
    const coupon = chance(random, often.coupon) ? leftCoupons.shift() : undefined
    return { ...(card === undefined ? {} : { card }), ...(coupon === undefined ? {} : { coupon }) }
  }
}
