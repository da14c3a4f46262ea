import { words } from '../kernel/locale.ts'

export const exportWords = words({
  format: ['文件格式', '檔案格式', 'File format'],
  xlsx: ['Excel（.xlsx）', 'Excel（.xlsx）', 'Excel (.xlsx)'],
  csv: ['CSV（.csv）', 'CSV（.csv）', 'CSV (.csv)'],
})

/** Said before a merchant's limit is reached. */
export const fileQuotaWords = words({
  nearlyFull: [
    '导出已开始。导出文件已使用 {percent}% 的空间（最多 {count} 个，共 {megabytes} MB），7 天后自动删除。',
    '匯出已開始。匯出檔案已使用 {percent}% 的空間（最多 {count} 個，共 {megabytes} MB），7 天後自動刪除。',
    'The export has started. Exported files use {percent}% of their space (at most {count} files, {megabytes} MB in total) and are deleted after 7 days.',
  ],
})
