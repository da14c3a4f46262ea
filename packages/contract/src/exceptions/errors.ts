import { errors } from '../kernel/errors.ts'

export const exceptionErrors = errors({
  caseClosed: [
    103,
    '该异常已自动关闭，无需处理',
    '該異常已自動關閉，無需處理',
    'The exception was closed automatically: its cause is resolved',
  ],
})
