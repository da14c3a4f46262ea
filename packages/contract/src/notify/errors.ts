import { errors } from '../kernel/errors.ts'

export const notifyErrors = errors({
  bindExpired: [
    103,
    '二维码已失效，请重新获取',
    'QR 碼已失效，請重新取得',
    'This code has expired. Ask for a new one.',
  ],
  tooManyReceivers: [
    103,
    '接收人最多 {most} 个',
    '接收人最多 {most} 個',
    'There can be at most {most} recipients',
  ],
})
