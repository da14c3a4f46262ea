import type { FaultCode, MachineType } from '@slotwise/machine-protocol'

import { type Locale, type Words, words } from '../kernel/locale.ts'

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
  SLOT_OCCUPIED: ['货道被占用', '貨道被佔用', 'Slot occupied'],
  NOT_TWISTED: ['用户未扭蛋', '使用者未扭蛋', 'Customer did not twist the capsule'],
  COIN_MECH: ['投币器故障', '投幣器故障', 'Coin mechanism fault'],
  NOTE_VALIDATOR: ['纸币器故障', '紙鈔機故障', 'Note validator fault'],
  DOOR_OPEN: ['机门未关', '機門未關', 'Device door open'],
  TEMPERATURE: ['温度异常', '溫度異常', 'Temperature out of range'],
  COMPRESSOR: ['压缩机故障', '壓縮機故障', 'Compressor fault'],
  TILT: ['机器倾斜', '機器傾斜', 'Device tilted'],
  OTHER: ['其他故障', '其他故障', 'Other fault'],
})

/** The text of a fault. One without a code of its own is named by the controller's text, if there is one. */
export const faultText = (locale: Locale, { code, raw }: { code: FaultCode; raw: string }): string =>
  code === 'OTHER' && raw !== '' ? `${faultWords[locale].OTHER} (${raw})` : faultWords[locale][code]

/** Reasons that read differently at a machine with doors. */
const latticeFailureWords = words({
  IR_SENSOR: ['格口传感器故障', '格口感測器故障', 'Compartment sensor fault'],
  EYE_BLOCKED: ['格口传感器被遮挡', '格口感測器被遮擋', 'Compartment sensor blocked'],
  CTRL_TIMEOUT: ['锁控板回复超时', '鎖控板回覆逾時', 'Lock controller did not reply in time'],
  CONFIRM_TIMEOUT: ['开门确认超时', '開門確認逾時', 'Opening of the door was not confirmed in time'],
  DOOR_NOT_OPEN: ['格口门未打开', '格口門未開啟', 'Compartment door did not open'],
  LOCK: ['格口锁故障', '格口鎖故障', 'Compartment lock fault'],
  SLOT_OCCUPIED: ['格口被占用', '格口被佔用', 'Compartment still occupied'],
})

/** Reasons that read differently at a capsule machine. */
const gashaponFailureWords = words({
  MOTOR: ['扭蛋电机故障', '扭蛋馬達故障', 'Capsule motor fault'],
  IR_SENSOR: ['出蛋传感器故障', '出蛋感測器故障', 'Capsule sensor fault'],
  EYE_BLOCKED: ['出蛋口被遮挡', '出蛋口被遮擋', 'Capsule outlet blocked'],
  CONFIRM_TIMEOUT: ['出蛋确认超时', '出蛋確認逾時', 'The capsule was not confirmed in time'],
  SLOT_OCCUPIED: ['出蛋口有扭蛋未取走', '出蛋口有扭蛋未取走', 'A capsule is still in the outlet'],
})

const failureWords: Partial<Record<MachineType, Words<string>>> = {
  lattice: latticeFailureWords,
  gashapon: gashaponFailureWords,
}

/** Why goods did not come out, in the words of the type of machine. */
export const failureText = (locale: Locale, type: MachineType, code: FaultCode): string =>
  failureWords[type]?.[locale][code] ?? faultWords[locale][code]

/** The signal strength of a machine. */
export const signalWords = words({
  strong: ['强', '強', 'Strong'],
  moderate: ['中', '中', 'Moderate'],
  weak: ['弱', '弱', 'Weak'],
})
