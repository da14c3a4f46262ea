import { words } from '../kernel/locale.ts'

/** Why an order of a machine is refused, for the customer at its screen. */
export const orderRefusalWords = words({
  slotDisabled: ['该货道暂停销售', '該貨道暫停銷售', 'This slot is not for sale at the moment'],
  soldOut: ['该商品已售完', '該商品已售完', 'Sold out'],
  noGoods: ['该货道没有商品', '該貨道沒有商品', 'There is nothing in this slot'],
  initializing: [
    '设备正在初始化，请稍后再试',
    '設備正在初始化，請稍後再試',
    'The machine is being set up. Please try again later.',
  ],
  buyOnly: ['本机仅支持购买', '本機僅支援購買', 'This machine only sells'],
  gameOnly: ['本机仅支持游戏', '本機僅支援遊戲', 'This machine only offers games'],
  notOffered: ['暂不支持该支付方式', '暫不支援該付款方式', 'This payment method is not offered'],
  providerFailed: [
    '支付服务暂时不可用，请稍后再试',
    '支付服務暫時無法使用，請稍後再試',
    'Payment is not available right now. Please try again later.',
  ],
  cardUnknown: ['没有这张会员卡', '沒有這張會員卡', 'This card is not known'],
  cardElsewhere: [
    '该会员卡不能在本机使用',
    '該會員卡不能在本機使用',
    'This card is not valid at this machine',
  ],
  cardEmpty: ['会员卡积分不足', '會員卡點數不足', 'There are not enough points on this card'],
  couponUnknown: ['没有这张优惠券', '沒有這張優惠券', 'This coupon is not known'],
  couponUsed: ['该优惠券已使用', '該優惠券已使用', 'This coupon has already been used'],
  couponEnded: ['该优惠券不在有效期内', '該優惠券不在有效期內', 'This coupon is not valid now'],
  couponElsewhere: [
    '该优惠券不能在本店使用',
    '該優惠券不能在本店使用',
    'This coupon is not valid at this store',
  ],
  voucherUnknown: ['没有这张兑换券', '沒有這張兌換券', 'This voucher is not known'],
  voucherUsed: ['该兑换券已使用', '該兌換券已使用', 'This voucher has already been used'],
  voucherElsewhere: [
    '该兑换券不能在本机使用',
    '該兌換券不能在本機使用',
    'This voucher is not valid at this machine',
  ],
  voucherGoods: ['该兑换券不能兑换所选商品', '該兌換券不能兌換所選商品', 'This voucher is for other goods'],
  tooManyCodes: [
    '错误的卡号或券码过多，请稍后再试',
    '錯誤的卡號或券碼過多，請稍後再試',
    'Too many unknown cards or codes. Please try again later.',
  ],
  tooManyUnpaid: [
    '未支付的订单过多，请稍后再试',
    '未付款的訂單過多，請稍後再試',
    'Too many unpaid orders. Please try again in two minutes.',
  ],
  tooManyOrders: [
    '当前订单过多，请稍后再试',
    '目前訂單過多，請稍後再試',
    'Too many orders at the moment. Please try again later.',
  ],
  requestUsed: [
    '订单已失效，请重新下单',
    '訂單已失效，請重新下單',
    'This order is no longer valid. Please order again.',
  ],
  notUnderstood: ['订单内容有误，无法受理', '訂單內容有誤，無法受理', 'The order could not be understood'],
})

/** Why an order has ended, for the customer at the screen. */
export const orderClosureWords = words({
  cancelled: ['订单已取消', '訂單已取消', 'This order was cancelled.'],
  expired: ['支付超时，订单已关闭', '付款逾時，訂單已關閉', 'The time to pay is over. This order is closed.'],
  refunded: [
    '订单已关闭，付款将原路退回',
    '訂單已關閉，付款將原路退回',
    'This order is closed. Your payment will be returned.',
  ],
  voucher: [
    '有商品未出货，请凭此兑换券领取',
    '有商品未出貨，請憑此兌換券領取',
    'Some goods did not come out. Use this voucher for them.',
  ],
  notRefunded: [
    '订单已关闭，退款请联系商户',
    '訂單已關閉，退款請聯絡商家',
    'This order is closed. Ask the merchant for your money.',
  ],
})
export type OrderClosure = keyof (typeof orderClosureWords)['en-US']

export type OrderRefusal = keyof (typeof orderRefusalWords)['en-US']
