import type { enUS } from './en-US.ts'

export const zhCN: Record<keyof typeof enUS, string> = {
  title: '操作日志',
  anyone: '全部人员',
  mainAccount: '主账号',
  goneAccount: '账号已删除',
  dayFrom: '从',
  dayTo: '至',
  onlyObject: '编号 {id}',
  anyObject: '显示全部对象，不限编号 {id}',

  none: '还没有操作记录',
  noneHint: '您和员工的每一次操作都会记录在这里，无法修改或删除。',

  detail: '操作详情',
  object: '{kind}（编号 {id}）',
  namedObject: '{kind}“{name}”',
  changes: '变更内容',
  noChanges: '此操作没有修改任何字段。',
  showHistory: '查看该对象的全部操作',
}
