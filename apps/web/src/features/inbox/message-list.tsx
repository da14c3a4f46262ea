import { CheckOutlined, DownOutlined } from '@ant-design/icons'
import type { InboxMessage } from '@slotwise/contract'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { Instant } from '../../ui/instant.tsx'
import { focusPage } from '../../ui/use-focus-return.ts'
import { useRead } from './api.ts'
import './inbox.css'
import { inboxWords } from './inbox-words.ts'
import { useNoticeText } from '../../entities/notices/use-notice-text.ts'

type MessageListProps = { label: string; messages: InboxMessage[]; busy: boolean }

/** Messages as lines. Following one, or a line of its details, marks it as read. */
export function MessageList({ label, messages, busy }: MessageListProps) {
  return (
    <ul className="sw-inbox-list" aria-label={label} aria-busy={busy}>
      {messages.map((message) => (
        <Message key={message.notice} message={message} />
      ))}
    </ul>
  )
}

function Message({ message }: { message: InboxMessage }) {
  const t = useT(inboxWords)
  const read = useRead()
  const { title, lines, link, body } = useNoticeText()(message)
  const isUnread = message.read_at === null
  const mark = (): void => {
    if (isUnread) read.mutate({ ids: [message.notice] })
  }
  return (
    <li className={isUnread ? 'sw-inbox-message is-unread' : 'sw-inbox-message'}>
      {isUnread && <span className="sw-visually-hidden">{t('onlyUnread')}</span>}
      <div className="sw-inbox-text">
        <Link className="sw-inbox-title" to={link} onClick={mark}>
          {title}
        </Link>
        {lines.length > 1 ? (
          <Details title={title} lines={lines} onFollow={mark} />
        ) : (
          body !== '' && <p>{body}</p>
        )}
      </div>
      <Instant at={message.created_at} />
      <span className="sw-inbox-mark">
        {isUnread && (
          <Button
            type="text"
            icon={<CheckOutlined aria-hidden="true" />}
            aria-label={t('markOne', { title })}
            title={t('mark')}
            loading={read.isPending}
            onClick={() => {
              // The button, which has the focus, disappears.
              focusPage()
              mark()
            }}
          />
        )}
      </span>
    </li>
  )
}

type DetailsProps = { title: string; lines: readonly { text: string; link: string }[]; onFollow: () => void }

/** What a message sums up: a line for each store and kind. */
function Details({ title, lines, onFollow }: DetailsProps) {
  const t = useT(inboxWords)
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="sw-text-button sw-inbox-details"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {t('details', { count: lines.length })}
        <DownOutlined aria-hidden="true" />
      </button>
      {open && (
        <ul id={id} aria-label={t('detailsOf', { title })}>
          {lines.map(({ text, link }) => (
            <li key={text}>
              <Link className="sw-link" to={link} onClick={onFollow}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
