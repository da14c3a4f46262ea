import { errors } from '../kernel/errors.ts'

export const notifyErrors = errors({
  bindExpired: [
    103,
    '二维码已失效，请重新获取',
    'QR 碼已失效，請重新取得',
    'This code has expired. Ask for a new one.',
  ],
  channelOff: [103, '该渠道未开通', '該管道未開通', 'This channel is not offered here'],
  codeFailed: [
    203,
    '暂时无法获取二维码，请稍后重试',
    '暫時無法取得 QR 碼，請稍後重試',
    'The code could not be made, please try again later',
  ],
  bindAgain: [
    103,
    '对方已取消关注或停止接收，请让对方重新扫码绑定',
    '對方已取消關注或停止接收，請讓對方重新掃碼綁定',
    'This person stopped the messages. Have the person scan a new code.',
  ],
  tooManyReceivers: [
    103,
    '接收人最多 {most} 个',
    '接收人最多 {most} 個',
    'There can be at most {most} recipients',
  ],
})
