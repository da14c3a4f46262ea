import { words } from '@slotwise/contract'

/** Texts of the pages of statistics; names of columns and pages are in the contract, because exports use them too. */
export const statisticsWords = words({
  none: ['今天还没有销售', '今天還沒有銷售', 'No sales yet today'],
  noneHint: [
    '设备每售出一笔，统计会随之更新。',
    '設備每售出一筆，統計會隨之更新。',
    'The figures update with each sale of your devices.',
  ],

  overTime: ['{figure}走势', '{figure}走勢', '{figure} over time'],
  hour: ['小时', '小時', 'Hour'],
  day: ['日期', '日期', 'Day'],
  month: ['月份', '月份', 'Month'],
  chosenFigure: ['图表显示的指标', '圖表顯示的指標', 'Figure in the chart'],
  comparedWith: ['与上期 {days} 比较', '與上期 {days} 比較', 'Compared with {days}'],
  notOver: [
    '与上期 {days} 比较；今天尚未结束',
    '與上期 {days} 比較；今天尚未結束',
    'Compared with {days}; today is not over yet',
  ],
  fromTo: ['{from} 至 {to}', '{from} 至 {to}', '{from} to {to}'],
  upTo: ['截至 {to}', '截至 {to}', 'Up to {to}'],
  allTime: ['全部日期', '全部日期', 'All days'],
  wasBefore: ['上期 {value}', '上期 {value}', 'Previously {value}'],
  newNow: ['上期无', '上期無', 'none previously'],

  share: ['收入占比', '收入佔比', 'Share of income'],
  mostFirst: ['{column}从高到低', '{column}從高到低', '{column}, highest first'],
  leastFirst: ['{column}从低到高', '{column}從低到高', '{column}, lowest first'],
  nameUp: ['{column}正序', '{column}正序', '{column}, A to Z'],
  nameDown: ['{column}倒序', '{column}倒序', '{column}, Z to A'],

  open: ['{name} 的支付方式构成', '{name} 的付款方式構成', 'Payment methods of {name}'],
  byPayment: ['支付方式构成', '付款方式構成', 'By payment method'],
  byOutcome: ['订单结果', '訂單結果', 'By result'],
  payment: ['支付方式', '付款方式', 'Payment method'],
  noSales: ['所选日期没有销售。', '所選日期沒有銷售。', 'No sales on these days.'],
  wayOf: ['{name}：{way}', '{name}：{way}', '{name}: {way}'],
  toStores: ['门店统计', '門店統計', 'Stores'],
  toDevices: ['设备统计', '設備統計', 'Devices'],
  toGoods: ['商品分析', '商品分析', 'Goods'],
  toSales: ['销售订单', '銷售訂單', 'Sales list'],
})
export type StatisticsWord = keyof (typeof statisticsWords)['en-US']
