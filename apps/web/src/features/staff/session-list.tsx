import { type OpenSession, SessionFilter } from '@slotwise/contract'
import { type ReactNode, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useListState } from '../../lib/url-state.ts'
import type { Column } from '../../ui/columns.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { ListSearch, SelectFilter } from '../../ui/filters.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowAction } from '../../ui/row-actions.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useEndSession, useSessions } from './api.ts'
import { browserOf } from './browser-name.ts'
import { staffWords } from './staff-words.ts'

/** Who is logged in, from where and for how long. The main account can end any session but its own. */
export function SessionList({ tabs }: { tabs: ReactNode }) {
  const t = useT(staffWords)
  const state = useListState(SessionFilter)
  const query = useSessions(state)
  const columns = useSessionColumns()
  const [ending, setEnding] = useState<OpenSession>()
  return (
    <>
      <ListPage
        name="sessions"
        title={t('subUsersTitle')}
        tabs={tabs}
        search={<ListSearch state={state} label={t('searchSessions')} hint={t('searchSessionsHint')} />}
        filters={
          <SelectFilter
            label={t('whose')}
            value={state.filter.isMain === undefined ? undefined : state.filter.isMain ? 'main' : 'staff'}
            options={[
              { value: 'staff', label: t('staffOnly') },
              { value: 'main', label: t('mainAccount') },
            ]}
            onChange={(whose) =>
              state.setFilter({ isMain: whose === undefined ? undefined : whose === 'main' })
            }
          />
        }
        state={state}
        query={query}
        columns={columns}
        rowKey={({ session }) => session}
        actions={(session) => (
          <div className="sw-row-actions">
            {session.current ? (
              <StatusTag tone="good">{t('thisOne')}</StatusTag>
            ) : (
              <RowAction
                label={t('end')}
                fullLabel={`${t('endSession')}: ${nameOf(session)}`}
                isDanger
                onClick={() => setEnding(session)}
              />
            )}
          </div>
        )}
        empty={{ title: t('noSessions'), hint: t('noSessionsHint') }}
      />
      {ending && <EndSession session={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

const nameOf = ({ nickname, username }: OpenSession): string => nickname || username

function useBrowserName(): (agent: string) => string {
  const t = useT(staffWords)
  return (agent) => {
    const { browser, system } = browserOf(agent)
    const name = browser === 'WeChat' ? t('weChat') : browser
    if (name === undefined) return system ?? t('unknownBrowser')
    return system === undefined ? name : t('browserOn', { browser: name, system })
  }
}

function useSessionColumns(): Column<OpenSession>[] {
  const t = useT(staffWords)
  const browserName = useBrowserName()
  return [
    {
      key: 'who',
      title: t('who'),
      width: 200,
      cell: (session) => (
        <>
          {nameOf(session)}
          <span className="sw-account-of">{session.isMain ? t('mainAccount') : session.username}</span>
        </>
      ),
    },
    {
      key: 'browser',
      title: t('browser'),
      cell: ({ user_agent: agent }) => browserName(agent),
    },
    { key: 'address', title: t('address'), cell: ({ address }) => address },
    { key: 'created_at', title: t('since'), cell: (session) => <Instant at={session.created_at} /> },
    { key: 'exp', title: t('until'), cell: ({ exp }) => <Instant at={exp} /> },
  ]
}

function EndSession({ session, onClose }: { session: OpenSession; onClose: () => void }) {
  const t = useT(staffWords)
  const browserName = useBrowserName()
  const { mutateAsync } = useEndSession()
  const name = nameOf(session)
  return (
    <ConfirmDelete
      title={t('endSessionTitle', { name })}
      confirmLabel={t('endSession')}
      onConfirm={async () => {
        await mutateAsync({ session: session.session })
        notify('success', t('sessionEnded'))
      }}
      onClose={onClose}
    >
      {t('endSessionText', { name, browser: browserName(session.user_agent), address: session.address })}
    </ConfirmDelete>
  )
}
