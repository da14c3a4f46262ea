import { words } from '../kernel/locale.ts'

export const referrerFieldWords = words({
  name: ['推荐人', '推薦人', 'Referrer'],
  number: ['编号', '編號', 'Number'],
  region: ['负责门店', '負責門店', 'Stores'],
  store: ['门店', '門店', 'Store'],
  commission: ['佣金比例', '佣金比例', 'Commission'],
  month: ['月份', '月份', 'Month'],
  sales: ['销售笔数', '銷售筆數', 'Sales'],
  income: ['净收入', '淨收入', 'Net income'],
  refund: ['退款', '退款', 'Refunded'],
  vouchers: ['发放兑换券', '發放兌換券', 'Vouchers made'],
  vouchers_used: ['已用兑换券', '已用兌換券', 'Vouchers used'],
  commission_amt: ['应付佣金', '應付佣金', 'Commission due'],
  total: ['合计', '合計', 'Total'],
  referrers: ['推荐人佣金', '推薦人佣金', 'Referrer commissions'],
  allStores: ['全部门店', '全部門店', 'All stores'],
  noStore: ['未放入门店的设备', '未放入門店的設備', 'Devices in no store'],
})
