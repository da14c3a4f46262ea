import { words } from './locale.ts'

/** Words that several domains need, each of which names those that it takes. */
export const commonAuditWords = words({
  binding: ['设备的一次绑定', '設備的一次綁定', 'One binding of a device'],
  kind: ['导出内容', '匯出內容', 'What was exported'],
  q: ['搜索词', '搜尋字詞', 'Search text'],
  ids: ['指定记录', '指定紀錄', 'Selected records'],
  from: ['开始日期', '開始日期', 'From'],
  to: ['结束日期', '結束日期', 'To'],
  address: ['来源地址', '來源位址', 'IP address'],
  changed: ['已更改', '已變更', 'Changed'],
})
