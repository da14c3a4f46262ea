import { Button } from 'antd'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { sendNow, useOutbox, useSending } from './outbox.ts'
import './outbox-strip.css'
import { outboxWords } from './outbox-words.ts'
import type { OutboxVisit } from './visit-store.ts'

/** Says on every page which visits are not sent or not booked as a whole, and sends them. */
export function OutboxStrip() {
  useSending()
  const { visits, isSending } = useOutbox()
  const waiting = visits.filter(({ state }) => state.kind === 'waits')
  if (visits.length === 0) return null
  return (
    <div className="sw-outbox" role="status">
      {waiting.length > 0 && <Waiting visits={waiting} isSending={isSending} />}
      <Ended visits={visits} kind="refused" />
      <Ended visits={visits} kind="parted" />
    </div>
  )
}

function Waiting({ visits, isSending }: { visits: readonly OutboxVisit[]; isSending: boolean }) {
  const t = useT(outboxWords)
  const state = visits.findLast((visit) => visit.state.kind === 'waits' && visit.state.delay)?.state
  const delay = state?.kind === 'waits' ? state.delay : undefined
  return (
    <>
      <p>
        <strong>{t('waiting', { count: visits.length })}</strong>
        {isSending ? ` · ${t('sending')}` : delay && ` · ${t(delay)}`}
      </p>
      <Button size="small" type="link" disabled={isSending} onClick={() => void sendNow({ isAsked: true })}>
        {t('sendNow')}
      </Button>
    </>
  )
}

/** Leads to the machine of the first one, where the reasons stand. */
function Ended({ visits, kind }: { visits: readonly OutboxVisit[]; kind: 'refused' | 'parted' }) {
  const t = useT(outboxWords)
  const these = visits.filter(({ state }) => state.kind === kind)
  const [first] = these
  return (
    first && (
      <Link className="sw-link" to={`/refill/${first.sn}`}>
        {t(kind, { count: these.length })}
      </Link>
    )
  )
}
