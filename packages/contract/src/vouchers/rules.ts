import { words } from '../kernel/locale.ts'

export const voucherRules = words({
  voucherPieces: ['每张 1 到 100 件', '每張 1 到 100 件', '1 to 100 pieces per voucher'],
  voucherCopies: ['一次 1 到 500 张', '一次 1 到 500 張', '1 to 500 vouchers at once'],
})
