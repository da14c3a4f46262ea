import { words } from '../kernel/locale.ts'

export const reportScaleWords = words({
  area: ['按区域', '按區域', 'By area'],
  store: ['按门店', '按門店', 'By store'],
  device: ['按设备', '按設備', 'By device'],
  goods: ['按商品', '按商品', 'By goods'],
  bill: ['全部销售', '全部銷售', 'All sales'],
})

export const reportPrecisionWords = words({
  month: ['按月', '按月', 'By month'],
  week: ['按周', '按週', 'By week'],
  day: ['按日', '按日', 'By day'],
  deal: ['逐笔', '逐筆', 'Each deal'],
})

export const planRhythmWords = words({
  day: ['每天', '每天', 'Every day'],
  week: ['每周', '每週', 'Every week'],
  month: ['每月', '每月', 'Every month'],
})

export const reportLocaleWords = words({
  'zh-CN': ['简体中文', '简体中文', '简体中文'],
  'zh-TW': ['繁體中文', '繁體中文', '繁體中文'],
  'en-US': ['English', 'English', 'English'],
})

/** Labels of a report and of its plan, and columns that only reports have. */
export const reportFieldWords = words({
  name: ['名称', '名稱', 'Name'],
  data_scale: ['统计维度', '統計維度', 'Rows'],
  data_precision: ['时间精度', '時間精度', 'Time'],
  rhythm: ['生成频率', '產生頻率', 'How often'],
  locale: ['报表语言', '報表語言', 'Language'],
  format: ['文件格式', '檔案格式', 'File format'],
  area: ['区域', '區域', 'Area'],
  store: ['门店', '門店', 'Store'],
  device: ['设备', '設備', 'Device'],
  client: ['支付方式', '支付方式', 'Payment'],
  month: ['月份', '月份', 'Month'],
  day: ['日期', '日期', 'Date'],
  weekFrom: ['周起始日', '週起始日', 'Week from'],
  weekTo: ['周结束日', '週結束日', 'Week to'],
})

/** What the file of a report is called: `{days}` are its first and its last one. */
export const reportTitleWords = words({
  area: ['区域报表', '區域報表', 'Areas'],
  store: ['门店报表', '門店報表', 'Stores'],
  device: ['设备报表', '設備報表', 'Devices'],
  goods: ['商品报表', '商品報表', 'Goods'],
  bill: ['销售报表', '銷售報表', 'Sales'],
  deal: ['销售明细', '銷售明細', 'Deals'],
})
