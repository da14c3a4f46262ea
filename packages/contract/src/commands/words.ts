import { words } from '../kernel/locale.ts'

/** Names of the commands, and of unbinding, which the server does by itself. */
export const commandWords = words({
  dispense: ['远程出货', '遠端出貨', 'Remote dispense'],
  testOut: ['货道测试', '貨道測試', 'Slot test'],
  led: ['灯光控制', '燈光控制', 'Lamp'],
  power: ['电源控制', '電源控制', 'Power'],
  restart: ['重启', '重新啟動', 'Restart'],
  refreshSetting: ['刷新设置', '重新套用設定', 'Refresh settings'],
  setChannels: ['设置货道数', '設定貨道數', 'Set the number of slots'],
  resetSlot: ['重置货道号', '重設貨道號', 'Renumber slots'],
  unbind: ['解绑', '解綁', 'Unbind'],
  rotateKey: ['更换密钥', '更換金鑰', 'Replace secret'],
})

/** Names of the states of a command. */
export const commandStateWords = words({
  created: ['等待发送', '等待傳送', 'Waiting'],
  sent: ['已发送', '已傳送', 'Sent'],
  acknowledged: ['执行中', '執行中', 'Running'],
  done: ['已完成', '已完成', 'Done'],
  failed: ['失败', '失敗', 'Failed'],
  expired: ['设备未响应', '設備未回應', 'No answer'],
  unknown: ['结果未知', '結果未知', 'Result unknown'],
  cancelled: ['已取消', '已取消', 'Cancelled'],
})

/** Why a machine refuses a command, by the reason that it sends. */
export const refusalWords = words({
  late: ['指令到达过晚', '指令到達過晚', 'The command arrived too late'],
  'no time': ['设备时间未同步', '設備時間未同步', 'The device clock is not set yet'],
  busy: ['设备正忙', '設備忙碌中', 'The device is busy'],
  initializing: ['设备正在初始化', '設備正在初始化', 'The device is initializing'],
  off: ['设备已关机', '設備已關機', 'The device is switched off'],
  'no such slot': ['货道不存在', '貨道不存在', 'There is no such slot'],
  'not supported': ['设备不支持此操作', '設備不支援此操作', 'The device does not support this'],
  'same number': ['货道号重复', '貨道號重複', 'Two slots would have the same number'],
  interrupted: ['执行被中断', '執行被中斷', 'Interrupted by a restart'],
})

/** Parts of a machine, and what to do with their power. */
export const powerWords = words({
  machine: ['整机', '整機', 'Whole machine'],
  android: ['安卓系统', 'Android 系統', 'Android'],
  restart: ['重启', '重新啟動', 'Restart'],
  off: ['关机', '關機', 'Switch off'],
  on: ['开机', '開機', 'Switch on'],
})
