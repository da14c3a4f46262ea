import { errors } from '../kernel/errors.ts'

export const alertErrors = errors({
  takenMeanwhile: [103, '{name} 已接手处理', '{name} 已接手處理', '{name} is already handling this alert'],
})
