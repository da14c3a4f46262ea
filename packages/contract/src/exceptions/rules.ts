import { words } from '../kernel/locale.ts'

export const exceptionRules = words({
  moreThanSold: ['不能超过数量', '不能超過數量', 'More than were sold'],
  caseNote: ['请写明为何不入账', '請寫明為何不入帳', 'Say why it is not booked'],
})
