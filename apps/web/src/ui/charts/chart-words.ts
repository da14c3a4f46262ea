import { words } from '@slotwise/contract'

export const chartWords = words({
  asTable: ['以表格显示', '以表格顯示', 'Show as table'],
  asTableOf: ['以表格显示：{name}', '以表格顯示：{name}', 'Show as table: {name}'],
  asChartOf: ['以图表显示：{name}', '以圖表顯示：{name}', 'Show as chart: {name}'],
  asChart: ['以图表显示', '以圖表顯示', 'Show as chart'],
})
