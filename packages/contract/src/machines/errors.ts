import { errors } from '../kernel/errors.ts'

export const machineErrors = errors({
  unknownDevice: [403, '未知设备', '未知設備', 'Unknown Device'],
  needsNewSecret: [
    405,
    '该设备曾属于其他商户，密钥尚未更换。请联系平台更换设备密钥后再绑定。',
    '該設備曾屬於其他商家，金鑰尚未更換。請聯絡平台更換設備金鑰後再綁定。',
    'The device belonged to another merchant and still has its old secret. Ask the platform operator for a new secret, then bind the device.',
  ],
  notSpare: [
    103,
    '该设备已放在门店或货道中已有商品，请选择闲置设备',
    '該設備已放在門店或貨道中已有商品，請選擇閒置設備',
    'This device is in a store or has goods in its slots. Choose one that is not in use.',
  ],
  boundElsewhere: [404, '绑定失败', '綁定失敗', 'Binding Error'],
})
