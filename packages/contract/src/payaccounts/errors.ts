import { errors } from '../kernel/errors.ts'

export const payAccountErrors = errors({
  tooManyPayAccounts: [
    103,
    '最多可添加 {max} 个支付账户',
    '最多可新增 {max} 個支付帳戶',
    'There can be at most {max} payment accounts',
  ],
})
