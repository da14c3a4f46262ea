import { words } from '../kernel/locale.ts'

/** The faults of machines. */
export const faultWords = words({
  MOTOR: ['电机故障', '馬達故障', 'Motor fault'],
  OVER_CURRENT: ['电机过流', '馬達過電流', 'Over-current'],
  UNDER_CURRENT: ['电机欠流', '馬達欠電流', 'Under-current'],
  IR_SENSOR: ['红外传感器故障', '紅外線感測器故障', 'Infrared sensor fault'],
  EYE_BLOCKED: ['光眼被遮挡', '光眼被遮擋', 'Light eye blocked'],
  CURTAIN_SELFTEST: ['光幕自检失败', '光幕自檢失敗', 'Light curtain self-check failed'],
  CTRL_TIMEOUT: ['主控回复超时', '主控回覆逾時', 'Controller did not reply in time'],
  CONFIRM_TIMEOUT: ['出货确认超时', '出貨確認逾時', 'Dispense was not confirmed in time'],
  NETWORK: ['网络异常', '網路異常', 'Network abnormal'],
  BOARD_COMM: ['主板通讯异常', '主機板通訊異常', 'Board communication abnormal'],
  DOOR_NOT_OPEN: ['柜门未打开', '櫃門未開啟', 'Door did not open'],
  LOCK: ['门锁故障', '門鎖故障', 'Lock fault'],
  SLOT_OCCUPIED: ['货格被占用', '貨格被佔用', 'Compartment occupied'],
  NOT_TWISTED: ['用户未扭蛋', '使用者未扭蛋', 'Customer did not twist the knob'],
})

/** The signal strength of a machine. */
export const signalWords = words({
  strong: ['强', '強', 'Strong'],
  moderate: ['中', '中', 'Moderate'],
  weak: ['弱', '弱', 'Weak'],
})
