import { BellOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { CountBadge } from '../../ui/count-badge.tsx'
import { HeaderPanel } from '../../ui/header-panel.tsx'
import { lazyConsolePage } from '../../ui/lazy-console-page.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useUnread } from './api.ts'
import { inboxWords } from './inbox-words.ts'
import { PushUpkeep } from './push-upkeep.tsx'

/** Loaded when the bell is about to be opened, because the bell is on every page. */
const BellMessages = lazyConsolePage(async () => (await import('./bell-messages.tsx')).BellMessages)

/** The number of unread messages, on every page. On a phone it leads to all messages, elsewhere it shows the last ones. */
export function Bell() {
  const t = useT(inboxWords)
  const unread = useUnread()
  const isPhone = useIsPhone()
  const label = unread ? t('unread', { count: unread }) : t('title')
  const face = (
    <CountBadge count={unread ?? 0}>
      <BellOutlined aria-hidden="true" />
    </CountBadge>
  )
  return (
    <>
      {isPhone ? (
        <Link to="/inbox" className="sw-icon-button" aria-label={label} title={label}>
          {face}
        </Link>
      ) : (
        <HeaderPanel label={label} panelLabel={t('title')} face={face} prefetch={BellMessages.prefetch}>
          {(close) => <BellMessages unread={unread ?? 0} onLeave={close} />}
        </HeaderPanel>
      )}
      <Announced unread={unread} />
      {/* The server words messages in the language in which the browser was registered. */}
      <PushUpkeep key={useLocale()} />
    </>
  )
}

/** Tells screen readers that a message has come. What was unread before is not announced. */
function Announced({ unread }: { unread: number | undefined }) {
  const t = useT(inboxWords)
  const [known, setKnown] = useState(unread)
  const [hasCome, setCome] = useState(false)
  if (known !== unread) {
    setKnown(unread)
    setCome(known !== undefined && unread !== undefined && unread > known)
  }
  return (
    <span className="sw-visually-hidden" role="status">
      {hasCome && t('unread', { count: unread ?? 0 })}
    </span>
  )
}
