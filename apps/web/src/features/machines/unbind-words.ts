import { words } from '@slotwise/contract'

/** Texts of unbinding a machine. */
export const unbindWords = words({
  unbind: ['解绑设备', '解綁設備', 'Unbind device'],
  unbindHint: [
    '将设备从您的商户移除。其他商户之后可以重新绑定它。',
    '將設備從您的商家移除。其他商家之後可以重新綁定它。',
    'Removes the device from your account. Another merchant can then bind it.',
  ],
  unbindTitle: ['解绑设备“{name}”？', '解綁設備「{name}」？', 'Unbind the device “{name}”?'],
  lostHistory: [
    '历史记录保留，仍可查询。',
    '歷史紀錄保留，仍可查詢。',
    'Its history is kept and can still be viewed.',
  ],
  lostCommands: ['未完成的指令被取消。', '未完成的指令被取消。', 'Unfinished commands are cancelled.'],
  lostStock: [
    '账面库存 {pieces} 件清零。',
    '帳面庫存 {pieces} 件歸零。',
    'The recorded stock of {pieces} {pieces|piece|pieces} is written off.',
  ],
  lostSettings: [
    '设备清除全部设置、商品和价格，停止出售。',
    '設備清除全部設定、商品和價格，停止販售。',
    'The device clears all settings, goods and prices, and stops selling.',
  ],
  lostOffline: [
    '设备现在离线：下次连接时才会清除。',
    '設備現在離線：下次連線時才會清除。',
    'The device is offline now: it clears them when it next connects.',
  ],
  unbound: ['设备已解绑', '設備已解綁', 'Device unbound'],
})
