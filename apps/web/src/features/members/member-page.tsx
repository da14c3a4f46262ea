import { memberCalls, memberFieldWords, MemberFilter, memberSorts, memberSortWords } from '@slotwise/contract'
import { Link } from 'react-router'
import { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { useListState } from '../../lib/url-state.ts'
import { sortByHeader } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch, SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useLivePoints, useMembers } from './api.ts'
import { useMemberColumns } from './member-columns.tsx'
import { MemberTabs } from './member-tabs.tsx'
import { memberWords } from './member-words.ts'

/** The largest and the latest come first in any case, also where a click asks for the earliest. */
const memberOrders = {
  '-spend': 'spend',
  '-visits': 'visits',
  '-last_visit': 'last_visit',
  last_visit: 'last_visit',
} as const

/** The address names the order only where it is not the usual one. */
const PageFilter = MemberFilter.extend({ sort: z.enum(memberSorts).optional() })

/** People with their cards: what they spent, how often they came, and when they came last. */
export function MemberPage() {
  const t = useT(memberWords)
  const field = useT(memberFieldWords)
  const sortName = useT(memberSortWords)
  const state = useListState(PageFilter)
  const query = useMembers(state)
  useLivePoints()
  const columns = useMemberColumns()
  return (
    <ListPage
      name="members"
      title={t('title')}
      tabs={<MemberTabs current="members" />}
      tools={
        <ExportButton
          row={memberCalls.exportCard}
          input={{ kind: 'member', condition: state.filter }}
          disabled={query.data?.count === 0}
        />
      }
      search={<ListSearch state={state} label={t('searchMembers')} hint={t('searchMembersHint')} />}
      filters={
        <SelectFilter
          label={field('sort')}
          value={state.filter.sort}
          standing="spend"
          options={memberSorts.map((value) => ({ value, label: sortName(value) }))}
          onChange={(sort) => state.setFilter({ sort })}
        />
      }
      state={state}
      query={query}
      columns={columns}
      sort={sortByHeader(state.filter.sort ?? 'spend', memberOrders, (sort) =>
        state.setFilter({ sort: sort === 'spend' ? undefined : sort }),
      )}
      rowKey={({ member }) => member}
      empty={{
        title: t('noMembers'),
        hint: t('noMembersHint'),
        action: (
          <Link className="sw-link" to="/card">
            {t('toCards')}
          </Link>
        ),
      }}
    />
  )
}
