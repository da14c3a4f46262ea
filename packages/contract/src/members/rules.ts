import { words } from '../kernel/locale.ts'

export const memberRules = words({
  cardno: [
    '卡号为 1 至 32 位字母、数字或横线',
    '卡號為 1 至 32 位字母、數字或橫線',
    '1 to 32 letters, digits or hyphens',
  ],
  cardnoTaken: ['该卡号已被使用', '該卡號已被使用', 'Another card has this number'],
  pointsChanged: [
    '余额已变为 {now} 积分，请核对后重新填写',
    '餘額已變為 {now} 點，請核對後重新填寫',
    'The balance is {now} {now|point|points} by now. Check it and enter the new balance again',
  ],
})
