import { errors } from '../kernel/errors.ts'

export const voucherErrors = errors({
  giftUsed: [103, '该兑换券已使用', '該兌換券已使用', 'This voucher has been used'],
  giftDeleted: [103, '该兑换券已删除', '該兌換券已刪除', 'This voucher has been deleted'],
  noGiftLeft: [
    103,
    '该批次没有未使用的兑换券',
    '該批次沒有未使用的兌換券',
    'This batch has no unused vouchers',
  ],
})
