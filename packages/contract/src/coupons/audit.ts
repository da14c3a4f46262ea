import { amount, common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import { mergeWords, words } from '../kernel/locale.ts'
import type { couponCalls } from './calls.ts'
import {
  cardCouponStateWords,
  couponFieldWords,
  couponPeriodWords,
  couponStateWords,
  couponTypeWords,
} from './words.ts'

const field = labelled(couponFieldWords)

const percentText = (_locale: unknown, value: unknown): string | undefined =>
  typeof value === 'number' ? `${value}%` : undefined

export const couponAudit = {
  kinds: {
    coupon: {
      name: ['优惠券', '優惠券', 'Coupon'],
      title: 'name',
      fields: {
        name: field('name'),
        type: field('type', oneOf(couponTypeWords)),
        percent: field('value', { text: percentText }),
        cash: field('value', amount),
        quantity: field('quantity'),
        limit_period: field('limit_period', oneOf(couponPeriodWords)),
        limit_count: field('limit_count'),
        start_date: field('start_date'),
        end_date: field('end_date'),
        regions: field('regions', named('region_names')),
      },
      hidden: ['region_names'],
    },
  },
  calls: {
    ...inGroup('activity', {
      addCoupon: ['新增优惠券', '新增優惠券', 'Added a coupon'],
      editCoupon: ['编辑优惠券', '編輯優惠券', 'Edited a coupon'],
      delCoupon: ['删除优惠券', '刪除優惠券', 'Deleted a coupon'],
      restoreCoupon: ['恢复优惠券', '還原優惠券', 'Restored a coupon'],
    }),
    ...inGroup('files', { exportCoupon: ['导出优惠券', '匯出優惠券', 'Exported coupons'] }),
  },
  elsewhere: {
    job: {
      kind: common(
        'kind',
        oneOf(
          words({
            coupon: ['优惠券', '優惠券', 'Coupons'],
            received: ['已领优惠券', '已領優惠券', 'Received coupons'],
          }),
        ),
      ),
      q: common('q'),
      ids: common('ids'),
      coupon_id: field('coupon'),
      type: field('type', oneOf(couponTypeWords)),
      // The states of coupons and those of received ones have no name in common.
      state: field(
        'state',
        oneOf(
          mergeWords<typeof couponStateWords | typeof cardCouponStateWords>([
            couponStateWords,
            cardCouponStateWords,
          ]),
        ),
      ),
      cardno: field('cardno'),
      buyer: field('buyer'),
      orderno: field('orderno'),
    },
  },
} as const satisfies DomainAudit<typeof couponCalls>
