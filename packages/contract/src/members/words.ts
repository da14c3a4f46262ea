import { words } from '../kernel/locale.ts'

/** Names of the fields, for the console and for the headers of exports. */
export const memberFieldWords = words({
  cards: ['会员卡', '會員卡', 'Member cards'],
  members: ['会员', '會員', 'Members'],
  cardno: ['卡号', '卡號', 'Card no.'],
  nickname: ['昵称', '暱稱', 'Nickname'],
  openid: ['会员标识', '會員識別碼', 'Member ID'],
  point: ['积分余额', '點數餘額', 'Points'],
  note: ['备注', '備註', 'Remarks'],
  device: ['可用设备', '可用設備', 'Valid at'],
  allDevices: ['全部设备', '全部設備', 'All devices'],
  spent: ['累计消费', '累計消費', 'Spent'],
  visits: ['消费次数', '消費次數', 'Visits'],
  last_visit: ['最近使用', '最近使用', 'Last used'],
  create_at: ['开卡时间', '開卡時間', 'Created'],
  card_count: ['卡数', '卡數', 'Cards'],
  at: ['时间', '時間', 'Time'],
  reason: ['类型', '類型', 'Type'],
  amount: ['变动', '異動', 'Change'],
  balance: ['余额', '餘額', 'Balance'],
  orderno: ['订单号', '訂單編號', 'Order no.'],
  by: ['操作人', '操作人', 'By'],
  sort: ['排序', '排序', 'Sort by'],
})

export const pointReasonWords = words({
  topup: ['充值', '儲值', 'Top-up'],
  sale: ['消费', '消費', 'Sale'],
  refund: ['退回', '退回', 'Refund'],
  correction: ['扣减', '扣減', 'Correction'],
})

export const memberSortWords = words({
  spend: ['消费最多', '消費最多', 'Most spent'],
  visits: ['消费次数最多', '消費次數最多', 'Most visits'],
  last_visit: ['最近使用', '最近使用', 'Last used'],
})
