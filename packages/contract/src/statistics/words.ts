import { words } from '../kernel/locale.ts'

/** The columns of statistics, in lists and in files. */
export const statisticsFieldWords = words({
  area: ['区域', '區域', 'Area'],
  store: ['门店', '門店', 'Store'],
  device: ['设备', '設備', 'Device'],
  goods: ['商品', '商品', 'Goods'],
  income: ['收入', '收入', 'Income'],
  refund: ['退款', '退款', 'Refunds'],
  count: ['订单数', '訂單數', 'Sales'],
  pieces: ['售出件数', '售出件數', 'Pieces sold'],
  successCount: ['成功订单', '成功訂單', 'Successful'],
  abnormalCount: ['异常订单', '異常訂單', 'Abnormal'],
  refundCount: ['退款订单', '退款訂單', 'Refunded'],
  failRate: ['失败率', '失敗率', 'Failure rate'],
  storeCount: ['门店数', '門店數', 'Stores'],
  devCount: ['设备数', '設備數', 'Devices'],
  address: ['地址', '地址', 'Address'],
  before: ['上期收入', '上期收入', 'Income before'],
  sort: ['排序', '排序', 'Order'],
  total: ['合计', '合計', 'Total'],
  noArea: ['未分配区域', '未分配區域', 'In no area'],
  noStore: ['未分配门店', '未分配門店', 'In no store'],
  noGoods: ['未指定商品', '未指定商品', 'No goods named'],
})
