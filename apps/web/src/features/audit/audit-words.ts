import { words } from '@slotwise/contract'

/** Texts of the page itself; names of actions, objects and fields are in the contract, because exports use them too. */
export const auditWords = words({
  title: ['操作日志', '操作紀錄', 'Audit log'],
  search: [
    '搜索操作、设备、人员、内容',
    '搜尋操作、設備、人員、內容',
    'Search actions, devices, people, contents',
  ],
  searchHint: [
    '可搜索操作名称、操作人、设备名称或编号，以及变更前后的内容',
    '可搜尋操作名稱、操作人、設備名稱或編號，以及變更前後的內容',
    'Searches actions, people, device names and numbers, and the values before and after',
  ],
  searchedTo: [
    '已搜索到 {at}，更早的记录尚未搜索。',
    '已搜尋到 {at}，更早的紀錄尚未搜尋。',
    'Searched back to {at}. Older actions have not been searched yet.',
  ],
  searchOlder: ['继续搜索更早的记录', '繼續搜尋更早的紀錄', 'Search older'],
  toMachine: ['打开设备', '開啟設備', 'Open device'],
  anyone: ['全部人员', '全部人員', 'Everyone'],
  mainAccount: ['主账号', '主帳號', 'Main account'],
  goneAccount: ['账号已删除', '帳號已刪除', 'Deleted account'],
  onlyObject: ['编号 {id}', '編號 {id}', 'No. {id}'],
  anyObject: [
    '显示全部对象，不限编号 {id}',
    '顯示全部物件，不限編號 {id}',
    'Show all records, not only no. {id}',
  ],

  none: ['还没有操作记录', '還沒有操作紀錄', 'No actions yet'],
  noneHint: [
    '您和员工的每一次操作都会记录在这里，无法修改或删除。',
    '您和員工的每一次操作都會記錄在這裡，無法修改或刪除。',
    'All actions by you and your staff are recorded here and cannot be edited or deleted.',
  ],

  detail: ['操作详情', '操作詳情', 'Action details'],
  object: ['{kind}（编号 {id}）', '{kind}（編號 {id}）', '{kind} no. {id}'],
  namedObject: ['{kind}“{name}”', '{kind}「{name}」', '{kind} “{name}”'],
  changes: ['变更内容', '變更內容', 'Changes'],
  noChanges: [
    '此操作没有修改任何字段。',
    '此操作沒有修改任何欄位。',
    'This action did not change any field.',
  ],
  showHistory: ['查看该对象的全部操作', '檢視該物件的全部操作', 'Show all actions on this record'],
})
