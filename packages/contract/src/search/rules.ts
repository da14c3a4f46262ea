import { words } from '../kernel/locale.ts'

export const searchRules = words({
  searchText: [
    '请输入至少 1 个汉字或 2 个字符',
    '請輸入至少 1 個漢字或 2 個字元',
    'Enter at least 2 characters, or 1 Chinese character',
  ],
})
