import { errors } from '../kernel/errors.ts'

export const referrerErrors = errors({
  referrerNumberTaken: [
    104,
    '编号“{number}”已被其他推荐人使用',
    '編號「{number}」已被其他推薦人使用',
    'Another referrer now has the number “{number}”',
  ],
})
