import { errors } from '../kernel/errors.ts'

export const memberErrors = errors({
  cardNumberTaken: [
    103,
    '卡号 {cardno} 已分配给另一张会员卡，无法恢复',
    '卡號 {cardno} 已分配給另一張會員卡，無法還原',
    'Another card now has the number {cardno}, so this one cannot be restored',
  ],
})
