import { CheckOutlined } from '@ant-design/icons'
import { InboxFilter, type InboxMessage } from '@slotwise/contract'
import { Button } from 'antd'
import { Link } from 'react-router'

import { PushSwitch } from '../../entities/notices/push-switch.tsx'
import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { useLongListState } from '../../lib/url-state.ts'
import { RowsSkeleton } from '../../ui/data-table.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useInbox, useRead, useUnread } from './api.ts'
import './inbox.css'
import { inboxWords } from './inbox-words.ts'
import { MessageList } from './message-list.tsx'

/** The messages of the signed-in account, and whether this browser shows them while the console is closed. */
export function InboxPage() {
  const t = useT(inboxWords)
  const isPhone = useIsPhone()
  const state = useLongListState(InboxFilter)
  const query = useInbox(state)
  const isUnread = state.filter.unread === true
  const show = (unread: boolean): void => state.setFilter({ unread: unread || undefined })
  return (
    <ListFrame<InboxMessage>
      title={t('title')}
      tools={<MarkAll />}
      search={
        <Segments
          aria-label={t('shown')}
          value={isUnread}
          options={[
            { value: false, label: t('all') },
            { value: true, label: t('onlyUnread') },
          ]}
          onChange={show}
        />
      }
      bar={<PushSwitch />}
      // The only filter is always visible, so it needs no button that resets it.
      state={{ ...state, filter: {}, filtered: false }}
      query={query}
      empty={useEmpty(isUnread, () => show(false))}
      skeleton={<RowsSkeleton columns={2} rows={state.size} cards={isPhone} />}
    >
      {(messages) => <MessageList label={t('title')} messages={messages} busy={query.isFetching} />}
    </ListFrame>
  )
}

function MarkAll() {
  const t = useT(inboxWords)
  const unread = useUnread()
  const read = useRead()
  return (
    <Button
      icon={<CheckOutlined aria-hidden="true" />}
      disabled={!unread}
      loading={read.isPending}
      onClick={() => read.mutate({})}
    >
      {t('markAll')}
    </Button>
  )
}

/** Why there are no messages, and the next step: only the main account makes receivers. */
function useEmpty(isUnread: boolean, showAll: () => void) {
  const t = useT(inboxWords)
  const isMain = useSession()?.isMain ?? false
  if (isUnread)
    return {
      title: t('noneUnread'),
      hint: t('noneUnreadHint'),
      action: <Button onClick={showAll}>{t('showAll')}</Button>,
    }
  if (!isMain) return { title: t('none'), hint: t('noneHintStaff') }
  return {
    title: t('none'),
    hint: t('noneHint'),
    action: (
      <Link className="sw-button-link" to="/notify">
        {t('bindReceiver')}
      </Link>
    ),
  }
}
