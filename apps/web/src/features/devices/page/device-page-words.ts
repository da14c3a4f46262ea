import { words } from '@slotwise/contract'

/** What only a machine's own page says; the list of machines does not load it. */
export const devicePageWords = words({
  noFaults: ['没有故障', '沒有故障', 'No faults'],
  recent: ['最近动态', '最近動態', 'Recent events'],
  formerHint: [
    '此设备已解绑。历史记录仍可查询，但不能再操作它；要重新使用，请再次绑定。',
    '此設備已解綁。歷史紀錄仍可查詢，但不能再操作它；要重新使用，請再次綁定。',
    'This device is unbound. You can still read its history but no longer operate it; bind it again to use it.',
  ],
  noSizes: [
    '最大库存未知：设备首次连接时会上报，也可以在货道中填写。',
    '最大庫存未知：設備首次連線時會回報，也可以在貨道中填寫。',
    'Capacity unknown: the device reports it when it first connects, or you can enter it in the slots.',
  ],
  notYetApplied: [
    '设备尚未应用的设置：',
    '設備尚未套用的設定：',
    'Settings that the device has not applied yet:',
  ],
  contestedHint: [
    '设备在不断重新连接：可能有两台设备使用同一序列号，也可能是网络不稳定。若网络正常，请联系平台核对序列号与密钥。',
    '設備不斷重新連線：可能有兩台設備使用同一序號，也可能是網路不穩定。若網路正常，請聯絡平台核對序號與金鑰。',
    'The device connects again and again: two devices may use this serial number, or its network is unstable. If the network is fine, ask the operator to check serial number and secret.',
  ],
  sections: ['设备页面', '設備頁面', 'Device pages'],
  net: ['网络', '網路', 'Network'],
  ethernet: ['以太网', '乙太網路', 'Ethernet'],
  formerNone: ['没有历史记录', '沒有歷史紀錄', 'No history'],
  formerNoneHint: [
    '绑定期间没有指令、故障或库存变动。',
    '綁定期間沒有指令、故障或庫存異動。',
    'There were no commands, faults or stock changes while it was bound.',
  ],
  missingText: [
    '请扫描正确的二维码，或在设备列表中查找。',
    '請掃描正確的 QR 碼，或在設備清單中尋找。',
    'Scan the correct QR code, or look for it in the list of devices.',
  ],
  stockTitle: ['库存', '庫存', 'Stock'],
  slotCount: ['共 {slots} 个货道', '共 {slots} 個貨道', 'Slots: {slots}'],
  lowestSlots: ['库存最少的货道', '庫存最少的貨道', 'Slots with the least stock'],
  nothingLow: ['没有库存不足的货道', '沒有庫存不足的貨道', 'No low slots'],
  allFull: ['所有货道都已装满', '所有貨道都已裝滿', 'All slots are full'],
  noSlotsFilled: ['还没有货道放入商品', '還沒有貨道放入商品', 'No slot has goods yet'],
  toSlots: ['管理货道', '管理貨道', 'Manage slots'],
  faultsTitle: ['当前故障', '目前故障', 'Active faults'],
  settingsTitle: ['设置', '設定', 'Settings'],
  appliedAt: ['应用于', '套用於', 'Applied at'],
  neverApplied: [
    '设备还没有应用过设置，上线后会自动应用',
    '設備還沒有套用過設定，上線後會自動套用',
    'The device has not applied any settings yet. It will once it is online.',
  ],
  notSupported: ['设备不支持的设置：', '設備不支援的設定：', 'Settings that the device does not support:'],
  toSettings: ['修改设置', '修改設定', 'Change settings'],
  slips: ['有误的设备消息', '有誤的設備訊息', 'Messages with errors'],
  slipsHint: [
    '设备发送的、不符合协议的内容，供固件工程师修正。未能入账的销售在“异常处理”中。',
    '設備發送的、不符合協定的內容，供韌體工程師修正。未能入帳的銷售在「異常處理」中。',
    'What the device sent that is not as its protocol says, for those who mend its firmware. Sales that could not be booked are listed as exceptions.',
  ],
  times: ['{count} 次', '{count} 次', '{count}×'],
  nothingYet: ['还没有动态', '還沒有動態', 'No events yet'],
  toHistory: ['查看全部历史', '檢視全部歷史', 'Show full history'],
})
