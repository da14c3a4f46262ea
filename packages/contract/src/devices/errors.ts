import { errors } from '../kernel/errors.ts'

export const deviceErrors = errors({
  offline: [400, '设备已离线', '設備已離線', 'The device is offline'],
  busy: [
    401,
    '设备忙碌或正在初始化，请稍后重试',
    '設備忙碌或正在初始化，請稍後重試',
    'The device is busy or initializing, try again later',
  ],
  notForType: [
    103,
    '该类型的设备不支持此操作',
    '該類型的設備不支援此操作',
    'Devices of this type cannot do this',
  ],
})
