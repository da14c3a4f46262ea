import { words } from '@slotwise/contract'

/** Texts of unbinding a machine. */
export const unbindWords = words({
  unbind: ['解绑设备', '解綁設備', 'Unbind device'],
  unbindHint: [
    '把设备从商户移除。它可以被其他商户重新绑定。',
    '把設備從商戶移除。它可以被其他商戶重新綁定。',
    'Removes the device from the merchant. Another merchant can bind it then.',
  ],
  unbindTitle: ['解绑设备“{name}”？', '解綁設備「{name}」？', 'Unbind the device “{name}”?'],
  lostHistory: ['历史记录保留，仍可查询。', '歷史紀錄保留，仍可查詢。', 'Its history stays and can be read.'],
  lostCommands: ['未完成的指令被取消。', '未完成的指令被取消。', 'Open commands are cancelled.'],
  lostStock: [
    '账面库存 {pieces} 件清零。',
    '帳面庫存 {pieces} 件歸零。',
    'The stock of {pieces} {pieces|piece|pieces} is taken off the books.',
  ],
  lostSettings: [
    '设备忘记全部设置、商品和价格，停止出售。',
    '設備忘記全部設定、商品和價格，停止出售。',
    'The device forgets all settings, goods and prices, and sells nothing.',
  ],
  lostOffline: [
    '设备现在离线：下次连接时才会忘记。',
    '設備現在離線：下次連線時才會忘記。',
    'The device is offline now: it forgets when it next connects.',
  ],
  unbound: ['设备已解绑', '設備已解綁', 'Device unbound'],
})
