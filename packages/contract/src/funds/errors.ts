import { errors } from '../kernel/errors.ts'

export const fundErrors = errors({
  nothingToAssign: [
    103,
    '没有未分配账户的资金',
    '沒有未分配帳戶的資金',
    'All money already has a payout account',
  ],
})
