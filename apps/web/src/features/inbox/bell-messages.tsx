import type { InboxMessage } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { Instant } from '../../ui/instant.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useInbox, useRead } from './api.ts'
import './bell.css'
import { inboxWords } from './inbox-words.ts'
import { useNoticeText } from '../../entities/notices/use-notice-text.ts'

/** As many as fit without scrolling on a small laptop. */
const lastFew = { filter: {}, place: {}, size: 6 }

type BellMessagesProps = { unread: number; onLeave: () => void }

/** The last messages. Following one marks it as read. */
export function BellMessages({ unread, onLeave }: BellMessagesProps) {
  const t = useT(inboxWords)
  const read = useRead()
  return (
    <>
      <header className="sw-header-panel-head">
        <h2>{t('title')}</h2>
        {unread > 0 && (
          <button
            type="button"
            className="sw-text-button"
            disabled={read.isPending}
            onClick={({ currentTarget }) => {
              // The button, which has the focus, disappears when all are read.
              currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
              read.mutate({})
            }}
          >
            {t('markAll')}
          </button>
        )}
      </header>
      <LastMessages
        onFollow={(message) => {
          if (message.read_at === null) read.mutate({ ids: [message.notice] })
          onLeave()
        }}
      />
      <footer className="sw-bell-foot">
        <Link className="sw-link" to="/inbox" onClick={onLeave}>
          {t('allMessages')}
        </Link>
      </footer>
    </>
  )
}

function LastMessages({ onFollow }: { onFollow: (message: InboxMessage) => void }) {
  const t = useT(inboxWords)
  const ui = useT(uiWords)
  const isMain = useSession()?.isMain ?? false
  const textOf = useNoticeText()
  const query = useInbox(lastFew)
  if (!query.data)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div className="sw-bell-bones" role="status" aria-label={ui('loading')}>
        {Array.from({ length: 3 }, (_line, line) => (
          <span key={line} className="sw-bone" />
        ))}
      </div>
    )
  if (query.data.data.length === 0)
    return <EmptyState title={t('none')} hint={t(isMain ? 'noneHint' : 'noneHintStaff')} />
  return (
    <ul className="sw-bell-list">
      {query.data.data.map((message) => {
        const { title, body, link } = textOf(message)
        return (
          <li key={message.notice}>
            <Link
              to={link}
              className={message.read_at === null ? 'sw-bell-message is-unread' : 'sw-bell-message'}
              onClick={() => onFollow(message)}
            >
              {message.read_at === null && <span className="sw-visually-hidden">{t('onlyUnread')}</span>}
              <strong>{title}</strong>
              {body !== '' && <span className="sw-bell-body">{body}</span>}
              <small>
                <Instant at={message.created_at} />
              </small>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
