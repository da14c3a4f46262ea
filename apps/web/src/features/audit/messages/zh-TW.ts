import type { enUS } from './en-US.ts'

export const zhTW: Record<keyof typeof enUS, string> = {
  title: '操作紀錄',
  anyone: '全部人員',
  mainAccount: '主帳號',
  goneAccount: '帳號已刪除',
  dayFrom: '從',
  dayTo: '至',
  onlyObject: '編號 {id}',
  anyObject: '顯示全部物件，不限編號 {id}',

  none: '還沒有操作紀錄',
  noneHint: '您和員工的每一次操作都會記錄在這裡，無法修改或刪除。',

  detail: '操作詳情',
  object: '{kind}（編號 {id}）',
  namedObject: '{kind}「{name}」',
  changes: '變更內容',
  noChanges: '此操作沒有修改任何欄位。',
  showHistory: '查看該物件的全部操作',
}
