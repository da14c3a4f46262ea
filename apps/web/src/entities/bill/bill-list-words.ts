import { words } from '@slotwise/contract'

/** Texts that the lists of sales, payments and refunds share. */
export const billListWords = words({
  searchOrder: ['订单号', '訂單編號', 'Order no.'],
  searchOrderHint: [
    '输入订单号或其开头；未选日期时查找全部日期',
    '輸入訂單編號或其開頭；未選日期時搜尋全部日期',
    'Enter an order no. or its beginning. Without dates, all days are searched.',
  ],
  showEarlier: ['查看近 3 个月', '檢視近 3 個月', 'Show the last 3 months'],
  refundedAmount: ['已退 {amount}', '已退 {amount}', '{amount} refunded'],
  sales: ['销售', '銷售', 'Sales'],
  statistics: ['统计', '統計', 'Statistics'],
  statisticsOf: ['{name} 的统计', '{name} 的統計', 'Statistics of {name}'],
  salesOf: ['{name} 的销售订单', '{name} 的銷售訂單', 'Sales of {name}'],
})
