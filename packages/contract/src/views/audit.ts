import { type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import type { viewCalls } from './calls.ts'
import { viewFieldWords, viewListWords } from './words.ts'

const field = labelled(viewFieldWords)

export const viewAudit = {
  kinds: {
    view: {
      name: ['列表视图', '清單檢視', 'List view'],
      title: 'name',
      fields: {
        name: field('name'),
        list: field('list', oneOf(viewListWords)),
        shared: field('shared'),
      },
    },
  },
  calls: inGroup('account', {
    saveView: ['保存列表视图', '儲存清單檢視', 'Saved a list view'],
    deleteView: ['删除列表视图', '刪除清單檢視', 'Deleted a list view'],
  }),
} as const satisfies DomainAudit<typeof viewCalls>
