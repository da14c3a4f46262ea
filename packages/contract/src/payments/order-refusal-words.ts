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
  requestUsed: [
    '订单已失效，请重新下单',
    '訂單已失效，請重新下單',
    'This order is no longer valid. Please order again.',
  ],
})
export type OrderRefusal = keyof (typeof orderRefusalWords)['en-US']
