import { words } from '@slotwise/contract'

/** Texts of the list of exports and tasks, which is loaded when it opens. */
export const jobListWords = words({
  jobsEmpty: ['暂无内容', '暫無內容', 'Nothing here yet'],
  jobsEmptyHint: [
    '您发起的导出和导入会显示在这里，可查看进度并下载文件。',
    '您發起的匯出和匯入會顯示在這裡，可檢視進度並下載檔案。',
    'Exports and imports that you start appear here. You can follow their progress and download files.',
  ],
  jobProgress: ['{done} / {total} 行', '{done} / {total} 列', '{done} of {total} {total|row|rows}'],
  jobProgressOpen: ['已处理 {done} 行', '已處理 {done} 列', '{done} {done|row|rows} so far'],
})
