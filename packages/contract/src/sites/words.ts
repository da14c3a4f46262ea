import { words } from '../kernel/locale.ts'

export const siteFieldWords = words({
  month: ['月份', '月份', 'Month'],
  store: ['门店', '門店', 'Store'],
  area: ['区域', '區域', 'Area'],
  address: ['地址', '地址', 'Address'],
  customer_no: ['客户编号', '客戶編號', 'Customer no.'],
  coo_share: ['分成比例', '分成比例', 'Share'],
  coo_rent: ['月租金', '月租金', 'Monthly rent'],
  from: ['合作开始', '合作開始', 'From'],
  to: ['合作结束', '合作結束', 'Until'],
  days: ['合作天数', '合作天數', 'Cooperation days'],
  taken: ['收款', '收款', 'Takings'],
  refunded: ['退款', '退款', 'Refunded'],
  count: ['笔数', '筆數', 'Sales'],
  base: ['分成基数', '分成基數', 'Share basis'],
  share_amt: ['分成金额', '分成金額', 'Share amount'],
  rent_amt: ['租金金额', '租金金額', 'Rent amount'],
  due: ['应付场地方', '應付場地方', 'Due to the site owner'],
  total: ['合计', '合計', 'Total'],
  statements: ['场地对账单', '場地對帳單', 'Site statements'],
})
