import { type DomainAudit, inGroup, labelled } from '../kernel/audit.ts'
import type { jobCalls } from './calls.ts'
import { exportWords } from './words.ts'

/** What an export was filtered by is worded by the domain that exports. */
export const jobAudit = {
  kinds: {
    job: {
      name: ['导出文件', '匯出檔案', 'Export file'],
      fields: { format: labelled(exportWords)('format') },
      hidden: ['order'],
    },
  },
  calls: inGroup('files', { getFileLink: ['下载文件', '下載檔案', 'Downloaded a file'] }),
} as const satisfies DomainAudit<typeof jobCalls>
