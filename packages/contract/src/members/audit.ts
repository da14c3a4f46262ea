import { common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import { words } from '../kernel/locale.ts'
import type { memberCalls } from './calls.ts'
import { memberFieldWords, memberSortWords } from './words.ts'

const field = labelled(memberFieldWords)

export const memberAudit = {
  kinds: {
    memberCard: {
      name: ['会员卡', '會員卡', 'Member card'],
      title: 'cardno',
      fields: {
        cardno: field('cardno'),
        nickname: field('nickname'),
        openid: field('openid'),
        point: field('point'),
        device: field('device', named('device_names')),
        note: field('note'),
      },
      hidden: ['card_id', 'device_names', 'rev', 'spent', 'visits', 'last_visit', 'create_at'],
    },
  },
  calls: {
    ...inGroup('members', {
      addCard: ['新增会员卡', '新增會員卡', 'Added a member card'],
      editCard: ['编辑会员卡', '編輯會員卡', 'Edited a member card'],
      delCard: ['删除会员卡', '刪除會員卡', 'Deleted a member card'],
      restoreCard: ['恢复会员卡', '還原會員卡', 'Restored a member card'],
    }),
    ...inGroup('files', { exportCard: ['导出会员', '匯出會員', 'Exported member cards or members'] }),
  },
  elsewhere: {
    job: {
      kind: common(
        'kind',
        oneOf(words({ card: ['会员卡', '會員卡', 'Member cards'], member: ['会员', '會員', 'Members'] })),
      ),
      q: common('q'),
      ids: common('ids'),
      cardno: field('cardno'),
      openid: field('openid'),
      sort: field('sort', oneOf(memberSortWords)),
    },
  },
} as const satisfies DomainAudit<typeof memberCalls>
