import { words } from '@slotwise/contract'

/** Texts of the list of shortcuts. */
export const shortcutWords = words({
  title: ['键盘快捷键', '鍵盤快速鍵', 'Keyboard shortcuts'],
  close: ['关闭', '關閉', 'Close'],
  everyPage: ['任意页面', '任意頁面', 'On every page'],
  inLists: ['列表', '清單', 'In lists'],
  inRecords: ['详情', '詳情', 'In records'],
  jumps: ['前往页面', '前往頁面', 'Go to a page'],
  searchAll: ['搜索全部', '搜尋全部', 'Search everything'],
  thisList: ['显示快捷键', '顯示快速鍵', 'Show shortcuts'],
  searchList: ['搜索当前列表', '搜尋目前清單', 'Search the list'],
  addRecord: ['新增', '新增', 'Add a record'],
  nextRow: ['下一行', '下一列', 'Next row'],
  rowBefore: ['上一行', '上一列', 'Previous row'],
  openRow: ['打开所选行', '開啟所選列', 'Open the row'],
  nextRecord: ['下一个', '下一個', 'Next'],
  recordBefore: ['上一个', '上一個', 'Previous'],
  andThen: ['然后', '然後', 'then'],
  on: ['启用单键快捷键', '啟用單鍵快速鍵', 'Use single-key shortcuts'],
  onHint: [
    '仅保存在此浏览器；{key} 不受影响（对话框中除外）。',
    '僅儲存在此瀏覽器；{key} 不受影響（對話框中除外）。',
    'Saved in this browser only. {key} always works, except in dialogs.',
  ],
})
