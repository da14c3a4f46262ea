import {
  joinNames,
  type Notify,
  notifyChannelWords,
  notifyFieldWords,
  notifyScopeWords,
} from '@slotwise/contract'
import { Switch } from 'antd'
import { Link } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useSwitchReceiver } from './api.ts'
import { KindTags } from './kind-tags.tsx'
import { notifyWords } from './notify-words.ts'
import { passMidnight } from './quiet-hours.ts'

export function useReceiverColumns(onEdit: (receiver: Notify) => void): Column<Notify>[] {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  const channel = useT(notifyChannelWords)
  return [
    {
      key: 'receiver',
      title: field('receiver'),
      text: true,
      width: 172,
      cell: (receiver) => <Name receiver={receiver} onEdit={onEdit} />,
    },
    { key: 'notice', title: field('notice'), cell: (receiver) => <ActiveSwitch receiver={receiver} /> },
    {
      key: 'permission',
      title: field('permission'),
      text: true,
      width: 160,
      cell: (receiver) => <KindTags permission={receiver.permission} />,
    },
    {
      key: 'store',
      title: t('scope'),
      text: true,
      width: 110,
      cell: (receiver) => <Scope receiver={receiver} />,
    },
    {
      key: 'not_disture',
      title: t('quiet'),
      text: true,
      width: 100,
      cell: (receiver) => (receiver.not_disture ? <Quiet receiver={receiver} /> : null),
      extra: 'narrow',
    },
    {
      key: 'channel',
      title: field('channel'),
      cell: (receiver) => channel(receiver.channel),
      extra: 'middle',
    },
    { key: 'last_sent_at', title: t('lastSent'), cell: (receiver) => <LastSent receiver={receiver} /> },
    {
      key: 'created_at',
      title: t('boundAt'),
      cell: (receiver) => <Instant at={receiver.created_at} />,
      extra: true,
    },
  ]
}

type NameProps = { receiver: Notify; onEdit: (receiver: Notify) => void }

/** The name, and below it the account, where that says more, and the remarks. */
function Name({ receiver, onEdit }: NameProps) {
  const t = useT(notifyWords)
  const own = useSession()?.username
  const { receiver: name, username, gone, suspended, stopped, remarks } = receiver
  return (
    <span className="sw-notify-name">
      <button type="button" className="sw-text-button" onClick={() => onEdit(receiver)}>
        {name}
      </button>
      {gone ? (
        <StatusTag tone="bad">{t('gone')}</StatusTag>
      ) : suspended ? (
        <StatusTag tone="idle">{t('suspended')}</StatusTag>
      ) : stopped ? (
        <StatusTag tone="idle">{t('stopped')}</StatusTag>
      ) : username === own ? (
        <small>{t('you')}</small>
      ) : (
        username !== name && <small>{username}</small>
      )}
      {remarks !== '' && <small>{remarks}</small>}
    </span>
  )
}

/** One or two names; of more only their number, with the names on hover. */
function Scope({ receiver }: { receiver: Notify }) {
  const t = useT(notifyWords)
  const scope = useT(notifyScopeWords)
  const locale = useLocale()
  const { all_device: isAll, store, store_names: names } = receiver
  if (isAll) return scope('all')
  const text = joinNames(locale, names)
  return store.length <= 2 ? text : <span title={text}>{t('storeCount', { count: store.length })}</span>
}

function Quiet({ receiver }: { receiver: Notify }) {
  const t = useT(notifyWords)
  const { start_notify: start, end_notify: end } = receiver
  return (
    <span className="sw-figures">
      {t(passMidnight(receiver) ? 'quietOverNight' : 'quietSameDay', { start, end })}
    </span>
  )
}

function ActiveSwitch({ receiver }: { receiver: Notify }) {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  const { mutate, isPending, variables } = useSwitchReceiver()
  const { notify_id, receiver: name, notice, stopped } = receiver
  const change = (isOn: boolean): void =>
    mutate(
      { notify_id, notice: isOn },
      { onSuccess: () => notify('success', t(isOn ? 'switchedOn' : 'switchedOff', { name })) },
    )
  return (
    <Switch
      aria-label={`${field('notice')}: ${name}`}
      checked={isPending ? (variables.notice ?? notice) : notice}
      loading={isPending}
      // Neither may the merchant bring the messages back.
      disabled={stopped}
      {...(stopped ? { title: t('stoppedHint') } : {})}
      onChange={change}
    />
  )
}

/** Leads to what was sent, and to what could not be delivered. */
function LastSent({ receiver }: { receiver: Notify }) {
  const t = useT(notifyWords)
  const { notify_id: id, receiver: name, last_sent_at: sentAt, dead } = receiver
  const deliveries = `/notify?tab=deliveries&notify_id=${id}`
  return (
    <span className="sw-notify-sent">
      {sentAt === null ? (
        <span className="sw-cell-empty">{t('never')}</span>
      ) : (
        <Link className="sw-link" to={deliveries} title={t('deliveriesOf', { name })}>
          <Instant at={sentAt} />
        </Link>
      )}
      {dead > 0 && (
        <Link className="sw-link sw-notify-dead" to={`${deliveries}&state=dead`}>
          <StatusTag tone="bad">{t('dead', { count: dead })}</StatusTag>
        </Link>
      )}
    </span>
  )
}
