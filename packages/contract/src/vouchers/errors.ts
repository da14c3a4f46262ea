import { errors } from '../kernel/errors.ts'

export const voucherErrors = errors({
  giftUsed: [103, '该兑换券已使用', '該兌換券已使用', 'This voucher has been used'],
  giftDeleted: [103, '该兑换券已删除', '該兌換券已刪除', 'This voucher has been deleted'],
  giftUnused: [103, '该兑换券未使用', '該兌換券未使用', 'This voucher has not been used'],
  giftNotMissing: [
    103,
    '设备已出货或仍在出货，该兑换券无法恢复',
    '設備已出貨或仍在出貨，該兌換券無法還原',
    'The device has dispensed the goods or is still at it, so this voucher cannot be restored',
  ],
  giftGoodsGone: [
    103,
    '该兑换券的商品已删除，无法恢复',
    '該兌換券的商品已刪除，無法還原',
    'The goods of this voucher were deleted, so it cannot be restored',
  ],
  noGiftLeft: [
    103,
    '该批次没有未使用的兑换券',
    '該批次沒有未使用的兌換券',
    'This batch has no unused vouchers',
  ],
})
