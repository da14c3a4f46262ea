import { words } from '../kernel/locale.ts'
import type { ViewList } from './schemas.ts'

export const viewFieldWords = words({
  list: ['列表', '清單', 'List'],
  name: ['视图名称', '檢視名稱', 'View name'],
  shared: ['与员工共享', '與員工共用', 'Shared with staff'],
})

/** The lists that have views. */
export const viewListWords = words({
  devices: ['设备', '設備', 'Devices'],
  refills: ['补货清单', '補貨清單', 'Refill list'],
  alerts: ['设备告警', '設備告警', 'Alerts'],
  sales: ['销售订单', '銷售訂單', 'Sales list'],
  payments: ['支付账单', '支付帳單', 'Payment bills'],
  refunds: ['退款记录', '退款紀錄', 'Refund records'],
  areas: ['区域', '區域', 'Areas'],
  stores: ['门店', '門店', 'Stores'],
  goods: ['商品', '商品', 'Goods'],
  pictures: ['图片库', '圖片庫', 'Picture gallery'],
  coupons: ['优惠券', '優惠券', 'Coupons'],
  received_coupons: ['已领优惠券', '已領優惠券', 'Received coupons'],
  vouchers: ['兑换券', '兌換券', 'Vouchers'],
  voucher_batches: ['兑换券批次', '兌換券批次', 'Voucher batches'],
  referrers: ['推荐人', '推薦人', 'Referrers'],
  'statistics.area': ['区域统计', '區域統計', 'Area statistics'],
  'statistics.store': ['门店统计', '門店統計', 'Store statistics'],
  'statistics.device': ['设备统计', '設備統計', 'Device statistics'],
  'statistics.goods': ['商品分析', '商品分析', 'Goods analysis'],
  bank_cards: ['银行卡', '銀行卡', 'Bank cards'],
  fund_lines: ['资金明细', '資金明細', 'Fund statement'],
  cases: ['异常处理', '異常處理', 'Exceptions'],
  settlements: ['结算记录', '結算紀錄', 'Settlement records'],
  sites: ['场地对账', '場地對帳', 'Site statements'],
  cards: ['会员卡', '會員卡', 'Member cards'],
  members: ['会员名单', '會員名單', 'Member list'],
  sub_users: ['子账号', '子帳號', 'Sub-accounts'],
  roles: ['角色', '角色', 'Roles'],
  receivers: ['通知接收人', '通知接收人', 'Notification recipients'],
  deliveries: ['发送记录', '傳送紀錄', 'Deliveries'],
  audit: ['操作日志', '操作紀錄', 'Audit log'],
}) satisfies Record<string, Record<ViewList, string>>
