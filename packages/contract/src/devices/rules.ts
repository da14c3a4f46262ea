import { words } from '../kernel/locale.ts'

export const deviceRules = words({
  unknownDevice: ['所选设备不存在', '所選設備不存在', 'A selected device does not exist'],
  chooseDevice: ['请至少选择一台设备', '請至少選擇一台設備', 'Choose at least one device'],
  extendKey: [
    '以字母开头，只能包含字母、数字、点、横线和下划线',
    '以字母開頭，只能包含字母、數字、點、橫線和底線',
    'Start with a letter; letters, digits, . - _ only',
  ],
  extendDangerous: [
    '不允许使用此参数名：它涉及设备的连接、程序或已有设置',
    '不允許使用此參數名：它涉及設備的連線、程式或既有設定',
    'This key is not allowed: it concerns the connection, the software or another setting of the device',
  ],
  extendTwice: ['参数名重复', '參數名重複', 'A key is listed twice'],
  channelX: ['请输入 1 至 20', '請輸入 1 至 20', 'From 1 to 20'],
  sameTimes: ['开机和关机时间不能相同', '開機和關機時間不能相同', 'On and off must be at different times'],
  unknownAccount: ['收款账户不存在', '收款帳戶不存在', 'This payout account does not exist'],
  sameDevice: ['请选择另一台设备', '請選擇另一台設備', 'Choose another device'],
  notForType: [
    '该类型的设备没有此设置',
    '該類型的設備沒有此設定',
    'Devices of this type do not have this setting',
  ],
})
