import { words } from '@slotwise/contract'

/** Texts of importing a sheet: choosing it, and reading its preview. */
export const sheetImportWords = words({
  chooseSheet: ['选择 xlsx 文件', '選擇 xlsx 檔案', 'Choose an xlsx file'],
  chooseAnySheet: ['选择 xlsx 或 CSV 文件', '選擇 xlsx 或 CSV 檔案', 'Choose an xlsx or CSV file'],
  dropSheet: ['或拖到这里', '或拖到這裡', 'or drop it here'],
  sheetLimits: ['不超过 2 MB、{rows} 行', '不超過 2 MB、{rows} 列', 'At most 2 MB and {rows} rows'],
  readingSheet: ['正在读取 {name}', '正在讀取 {name}', 'Reading {name}'],
  otherSheet: ['换一个文件', '換一個檔案', 'Choose another file'],
  importKinds: ['结果', '結果', 'Result'],
  kindAdd: ['新增', '新增', 'New'],
  kindChange: ['修改', '修改', 'Changed'],
  kindSame: ['无变化', '無變更', 'Unchanged'],
  kindSkip: ['跳过', '略過', 'Skipped'],
  kindError: ['错误', '錯誤', 'Errors'],
  lineNumber: ['第 {row} 行', '第 {row} 列', 'Row {row}'],
  importWhat: ['变化', '變更', 'What changes'],
  importErrors: ['错误', '錯誤', 'Errors'],
  fieldSays: ['{field}：{text}', '{field}：{text}', '{field}: {text}'],
  emptied: ['清空', '清空', 'emptied'],
})
