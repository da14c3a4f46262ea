import { errors } from '../kernel/errors.ts'

export const jobErrors = errors({
  jobsFull: [
    103,
    '已有 {max} 个导出正在进行，请等待其完成',
    '已有 {max} 個匯出正在進行，請等待其完成',
    '{max} exports are already under way. Wait until one is done',
  ],
})
