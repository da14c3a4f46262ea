import { words } from '../kernel/locale.ts'

/** Names of the columns, for the console and for the headers of exports. */
export const auditFieldWords = words({
  audit: ['操作日志', '操作紀錄', 'Audit log'],
  at: ['时间', '時間', 'Time'],
  who: ['操作人', '操作人', 'Who'],
  username: ['账号', '帳號', 'Account'],
  call: ['操作', '操作', 'Action'],
  object: ['对象类型', '物件類型', 'Record type'],
  object_name: ['对象', '物件', 'Record'],
  object_id: ['编号', '編號', 'Number'],
  address: ['来源地址', '來源位址', 'IP address'],
  request_id: ['请求编号', '請求編號', 'Request no.'],
  changes: ['变更内容', '變更內容', 'Changes'],
  field: ['字段', '欄位', 'Field'],
  before: ['变更前', '變更前', 'Before'],
  after: ['变更后', '變更後', 'After'],
  operator: ['平台运营', '平台營運', 'Platform operator'],
  system: ['系统', '系統', 'System'],
  commandLine: ['平台命令行', '平台命令列', 'Platform command line'],
  arrow: ['{before} → {after}', '{before} → {after}', '{before} → {after}'],
  fill: ['补满货道', '補滿貨道', 'Filled slots'],
  empty: ['清空货道', '清空貨道', 'Emptied slots'],
  count: ['采用设备计数', '採用設備計數', 'Used device counts'],
  atSlots: ['{name}，货道 {slots}', '{name}，貨道 {slots}', '{name}, slots {slots}'],
  atSlot: ['{name}，货道 {slots}', '{name}，貨道 {slots}', '{name}, slot {slots}'],
  nothing: ['空', '空', 'empty'],
})
