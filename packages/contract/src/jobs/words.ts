import { words } from '../kernel/locale.ts'

export const exportWords = words({
  format: ['文件格式', '檔案格式', 'File format'],
  xlsx: ['Excel（.xlsx）', 'Excel（.xlsx）', 'Excel (.xlsx)'],
  csv: ['CSV（.csv）', 'CSV（.csv）', 'CSV (.csv)'],
})
