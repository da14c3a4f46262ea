import { type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import type { viewCalls } from './calls.ts'
import { viewFieldWords, viewListWords } from './words.ts'

const field = labelled(viewFieldWords)

export const viewAudit = {
  kinds: {
    view: {
      name: ['列表视图', '列表檢視', 'View of a list'],
      title: 'name',
      fields: {
        name: field('name'),
        list: field('list', oneOf(viewListWords)),
        shared: field('shared'),
      },
    },
  },
  calls: inGroup('account', {
    saveView: ['保存列表视图', '儲存列表檢視', 'Saved a view of a list'],
    deleteView: ['删除列表视图', '刪除列表檢視', 'Deleted a view of a list'],
  }),
} as const satisfies DomainAudit<typeof viewCalls>
