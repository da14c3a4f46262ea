import { fill, type Locale, words } from '../kernel/locale.ts'
import type { DayRange } from '../kernel/time.ts'
import type { ReportPrecision, ReportScale } from './schemas.ts'

export const reportScaleWords = words({
  area: ['按区域', '依區域', 'By area'],
  store: ['按门店', '依門店', 'By store'],
  device: ['按设备', '依設備', 'By device'],
  goods: ['按商品', '依商品', 'By goods'],
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
  data_scale: ['统计维度', '統計維度', 'Group by'],
  data_precision: ['时间精度', '時間精度', 'Period'],
  rhythm: ['生成频率', '產生頻率', 'Frequency'],
  locale: ['报表语言', '報表語言', 'Language'],
  format: ['文件格式', '檔案格式', 'File format'],
  area: ['区域', '區域', 'Area'],
  store: ['门店', '門店', 'Store'],
  device: ['设备', '設備', 'Device'],
  client: ['支付方式', '付款方式', 'Payment'],
  month: ['月份', '月份', 'Month'],
  day: ['日期', '日期', 'Date'],
  weekFrom: ['周起始日', '週起始日', 'Week from'],
  weekTo: ['周结束日', '週結束日', 'Week to'],
})

const reportWhatWords = words({
  area: ['区域', '區域', 'Areas'],
  store: ['门店', '門店', 'Stores'],
  device: ['设备', '設備', 'Devices'],
  goods: ['商品', '商品', 'Goods'],
  bill: ['销售', '銷售', 'Sales'],
})

const reportTitleWords = words({
  month: ['{what}月报', '{what}月報', '{what} by month'],
  week: ['{what}周报', '{what}週報', '{what} by week'],
  day: ['{what}日报', '{what}日報', '{what} by day'],
  deal: ['销售明细', '銷售明細', 'Deals'],
  days: ['{from} 至 {to}', '{from} 至 {to}', '{from} to {to}'],
})

type Titled = { data_scale: ReportScale; data_precision: ReportPrecision }

/** What a report is called: `Areas by month`. */
export const reportTitle = (
  locale: Locale,
  { data_scale: scale, data_precision: precision }: Titled,
): string => fill(reportTitleWords[locale][precision], { what: reportWhatWords[locale][scale] })

/** `2026-11-01 to 2026-11-30`, or the single day. */
export const reportDays = (locale: Locale, { from, to }: DayRange): string =>
  from === to ? from : fill(reportTitleWords[locale].days, { from, to })
