import { memberFieldWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { memberWords } from './member-words.ts'

/** The menu leads to the cards; their people are beside them. */
export function MemberTabs({ current }: { current: 'cards' | 'members' }) {
  const t = useT(memberWords)
  const field = useT(memberFieldWords)
  return (
    <TabLinks
      label={t('title')}
      current={current}
      tabs={[
        { key: 'cards', label: field('cards'), to: '/card' },
        { key: 'members', label: field('members'), to: '/member' },
      ]}
    />
  )
}
