import { type DomainAudit, inGroup, labelled } from '../kernel/audit.ts'
import type { mediaCalls } from './calls.ts'
import { mediaFieldWords } from './words.ts'

const field = labelled(mediaFieldWords)

export const mediaAudit = {
  kinds: {
    image: {
      name: ['图片', '圖片', 'Picture'],
      title: 'name',
      fields: { name: field('image_name'), file: field('file') },
      hidden: ['img_id', 'rev', 'bytes', 'used', 'created_at'],
    },
  },
  calls: inGroup('goods', {
    editImg: ['保存图片', '儲存圖片', 'Saved a picture'],
    delImg: ['删除图片', '刪除圖片', 'Deleted a picture'],
    restoreImg: ['恢复图片', '還原圖片', 'Restored a picture'],
  }),
} as const satisfies DomainAudit<typeof mediaCalls>
