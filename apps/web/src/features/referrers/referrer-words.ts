import { words } from '@slotwise/contract'

/** Texts of the page; names of fields are in the contract, because exports use them too. */
export const referrerWords = words({
  title: ['推荐人', '推薦人', 'Referrers'],
  search: ['搜索推荐人', '搜尋推薦人', 'Search referrers'],
  searchHint: ['按姓名、编号搜索', '依姓名、編號搜尋', 'Search by name or number'],
  add: ['新增推荐人', '新增推薦人', 'Add referrer'],
  edit: ['编辑推荐人', '編輯推薦人', 'Edit referrer'],
  save: ['保存推荐人', '儲存推薦人', 'Save referrer'],
  added: ['推荐人已新增', '推薦人已新增', 'Referrer added'],
  saved: ['已保存', '已儲存', 'Saved'],
  numberHint: [
    '您自己的编号，例如工号，不能重复。',
    '您自己的編號，例如工號，不能重複。',
    'Your own number for this person, such as a staff number. It must be unique.',
  ],
  regionHint: [
    '这些门店的销售计入其名下；不选则计入全部销售。',
    '這些門店的銷售計入其名下；不選則計入全部銷售。',
    'Sales of these stores count for this person. Leave empty to count all sales.',
  ],
  commissionHint: [
    '按负责门店的净收入计算，兑换券只计张数。',
    '依負責門店的淨收入計算，兌換券只計張數。',
    'Based on the net income of the stores. Vouchers are only counted.',
  ],
  delete: ['删除推荐人', '刪除推薦人', 'Delete referrer'],
  deleteTitle: ['删除推荐人“{name}”？', '刪除推薦人「{name}」？', 'Delete the referrer “{name}”?'],
  deleteText: [
    '今后的销售不再计入其名下。过往月份的对账单保留，已发放的兑换券仍可使用。',
    '今後的銷售不再計入其名下。過往月份的對帳單保留，已發放的兌換券仍可使用。',
    'Later sales no longer count for this person. Statements of past months are kept, and vouchers already handed out remain valid.',
  ],
  deleted: ['推荐人“{name}”已删除', '推薦人「{name}」已刪除', 'Referrer “{name}” deleted'],
  isDeleted: ['已删除', '已刪除', 'Deleted'],
  someStores: ['{name} 等 {count} 家', '{name} 等 {count} 家', '{name} and others ({count})'],
  running: [
    '{month}尚未结束，数字截至目前。',
    '{month}尚未結束，數字截至目前。',
    '{month} is not over yet; these are the figures so far.',
  ],
  none: ['还没有推荐人', '還沒有推薦人', 'No referrers yet'],
  noneHint: [
    '推荐人为您带来顾客：按其负责门店的净收入计算佣金，并统计由其发放的兑换券。',
    '推薦人為您帶來顧客：依其負責門店的淨收入計算佣金，並統計由其發放的兌換券。',
    'Referrers bring you customers. They earn a commission on the net income of their stores, and the vouchers they hand out are counted.',
  ],
  noneIn: ['{month}没有推荐人', '{month}沒有推薦人', 'No referrers in {month}'],

  statement: ['{name} 的佣金对账单', '{name} 的佣金對帳單', 'Commission statement of {name}'],
  statementTitle: ['佣金对账单', '佣金對帳單', 'Commission statement'],
  missing: ['没有这位推荐人', '沒有這位推薦人', 'This referrer does not exist'],
  byStore: ['按门店', '依門店', 'By store'],
  noSales: ['这个月没有计入的销售。', '這個月沒有計入的銷售。', 'No sales count for this month.'],
  rateOf: ['佣金 {rate}', '佣金 {rate}', 'Commission {rate}'],
  method: [
    '净收入与统计页面一致：已扣除退款，不含异常订单。兑换券不产生佣金，仅计张数。自新增推荐人之日起计算；更改门店或比例后，新设置自更改当日起生效。',
    '淨收入與統計頁面一致：已扣除退款，不含異常訂單。兌換券不產生佣金，僅計張數。自新增推薦人之日起計算；變更門店或比例後，新設定自變更當日起生效。',
    'Net income is the same as in statistics: after refunds and without abnormal sales. Vouchers earn no commission and are only counted. Sales count from the day on which the referrer was added, and changed stores or rates hold from the day of the change.',
  ],
})
