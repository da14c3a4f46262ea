export { vouchersExport } from './export-service.ts'
export { giveVouchers, takeVouchersBack, vouchersGiven } from './given-service.ts'
export { returnVouchers, takeVoucher, voucherGoods } from './redeem-service.ts'
export { vouchersFor, vouchersOfReferrers } from './voucher-count-queries.ts'
