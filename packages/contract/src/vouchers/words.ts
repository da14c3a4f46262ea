import { words } from '../kernel/locale.ts'

/** The name of a voucher that the server makes for an order. */
export const madeVoucherWords = words({
  missing: ['订单 {orderno} 未出货', '訂單 {orderno} 未出貨', 'Missing of order {orderno}'],
})

export const voucherFieldWords = words({
  name: ['兑换券名称', '兌換券名稱', 'Voucher name'],
  goods: ['商品', '商品', 'Goods'],
  quantity: ['每张件数', '每張件數', 'Pieces per voucher'],
  referrer: ['推荐人', '推薦人', 'Referrer'],
  device: ['可用设备', '可用設備', 'Valid at'],
  copies: ['张数', '張數', 'Number of vouchers'],
  state: ['状态', '狀態', 'Status'],
  code: ['兑换码', '兌換碼', 'Code'],
  batch: ['批次', '批次', 'Batch'],
  created_at: ['创建时间', '建立時間', 'Created'],
  used_at: ['使用时间', '使用時間', 'Used at'],
  used_device: ['使用设备', '使用設備', 'Used at device'],
  orderno: ['订单号', '訂單編號', 'Order no.'],
  vouchers: ['兑换券', '兌換券', 'Vouchers'],
  batches: ['兑换券批次', '兌換券批次', 'Voucher batches'],
  allDevices: ['全部设备', '全部設備', 'All devices'],
})

export const voucherStateWords = words({
  unused: ['未使用', '未使用', 'Unused'],
  used: ['已使用', '已使用', 'Used'],
  deleted: ['已删除', '已刪除', 'Deleted'],
})
