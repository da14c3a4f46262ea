import { errors } from '../kernel/errors.ts'

export const jobErrors = errors({
  jobsFull: [
    103,
    '已有 {max} 个导出正在进行，请等待其完成',
    '已有 {max} 個匯出正在進行，請等待其完成',
    '{max} exports are already running. Wait until one is done.',
  ],
  filesFull: [
    103,
    '导出文件已占满空间（最多 {count} 个，共 {megabytes} MB）。文件 7 天后自动删除；需要更多空间请联系平台。',
    '匯出檔案已佔滿空間（最多 {count} 個，共 {megabytes} MB）。檔案 7 天後自動刪除；需要更多空間請聯絡平台。',
    'Your exported files use all of their space (at most {count} files, {megabytes} MB in total). Files are deleted after 7 days; ask the platform operator if you need more.',
  ],
})
