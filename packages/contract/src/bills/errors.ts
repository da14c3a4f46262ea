import { errors } from '../kernel/errors.ts'

export const billErrors = errors({
  notRefundable: [500, '该订单不可退款', '該訂單不可退款', 'This sale cannot be refunded'],
  refundAmount: [501, '退款金额无效', '退款金額無效', 'The refund amount is not valid'],
  /** `why` is the provider's reason. */
  providerRefused: [502, '退款未完成：{why}', '退款未完成：{why}', 'Not refunded: {why}'],
})
