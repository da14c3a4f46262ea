import { words } from '../kernel/locale.ts'

export const reportRules = words({
  reportTooLong: ['报表最多覆盖三年', '報表最多涵蓋三年', 'A report covers at most three years'],
  goodsByPayment: [
    '按商品汇总时不能按支付方式筛选；逐笔列出时可以',
    '依商品彙總時不能依付款方式篩選；逐筆列出時可以',
    'Totals by goods cannot be filtered by payment method; a list of each deal can',
  ],
})
