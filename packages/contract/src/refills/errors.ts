import { errors } from '../kernel/errors.ts'

export const refillErrors = errors({
  visitTooOld: [
    103,
    '该补货记录已超过 {days} 天，不能再入账',
    '該補貨記錄已超過 {days} 天，不能再入帳',
    'This visit is older than {days} days and cannot be booked any more',
  ],
})
