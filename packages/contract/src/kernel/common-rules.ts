import { words } from './locale.ts'

/** Rules that any field may break. */
export const commonRules = words({
  required: ['必填', '必填', 'Required'],
  text: ['必须是文字', '必須是文字', 'Must be text'],
  tooLong: ['最多 {max} 个字符', '最多 {max} 個字元', 'At most {max} {max|character|characters}'],
  tooShort: ['至少 {min} 个字符', '至少 {min} 個字元', 'At least {min} {min|character|characters}'],
  tooSmall: ['不能小于 {min}', '不能小於 {min}', 'At least {min}'],
  tooBig: ['不能大于 {max}', '不能大於 {max}', 'At most {max}'],
  tooMany: ['最多 {max} 项', '最多 {max} 項', 'At most {max} {max|entry|entries}'],
  tooFew: ['至少 {min} 项', '至少 {min} 項', 'At least {min} {min|entry|entries}'],
  wrongType: ['格式不正确', '格式不正確', 'Not in the expected format'],
  unknownField: ['未知字段', '未知欄位', 'Unknown field'],
  notAnOption: ['不在可选范围内', '不在可選範圍內', 'Not one of the options'],
  controlCharacters: ['包含无法显示的字符', '包含無法顯示的字元', 'Contains characters that cannot be shown'],
  id: ['记录编号无效', '紀錄編號無效', 'Not a valid record number'],
  cursor: ['翻页位置无效', '翻頁位置無效', 'Not a valid position in this list'],
  md5: ['必须以 md5 摘要发送', '必須以 md5 摘要傳送', 'Must be sent as an md5 digest'],
  day: ['日期无效', '日期無效', 'Not a valid date'],
  clock: ['时间无效', '時間無效', 'Not a valid time'],
  twoDecimals: ['最多两位小数', '最多兩位小數', 'At most 2 decimals'],
  percent: ['请输入 0 至 100', '請輸入 0 至 100', 'From 0 to 100'],
  contactPhone: [
    '电话号码格式不正确，例如 13812345678、0755-25123456',
    '電話號碼格式不正確，例如 13812345678、0755-25123456',
    'Invalid phone number',
  ],
  fileRequired: ['请选择文件', '請選擇檔案', 'Choose a file'],
  endBeforeStart: ['结束日期早于开始日期', '結束日期早於開始日期', 'The end date is before the start date'],
  fieldNotPermitted: [
    '您没有修改此项的权限',
    '您沒有修改此項的權限',
    'You have no permission to change this',
  ],
  nameTaken: ['该名称已被使用', '該名稱已被使用', 'This name is already in use'],
})
