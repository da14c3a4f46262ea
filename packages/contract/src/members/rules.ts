import { words } from '../kernel/locale.ts'

export const memberRules = words({
  cardno: [
    '卡号为 1 至 32 位字母、数字或横线',
    '卡號為 1 至 32 位字母、數字或橫線',
    '1 to 32 letters, digits or hyphens',
  ],
  cardnoTaken: ['该卡号已被使用', '該卡號已被使用', 'Another card has this number'],
  pointsChanged: [
    '余额已变为 {now} 积分，请核对新的余额后再保存',
    '餘額已變為 {now} 點，請核對新的餘額後再儲存',
    'The balance is now {now} {now|point|points}. Check the new balance and save again.',
  ],
})
