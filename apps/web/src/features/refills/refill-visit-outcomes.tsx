import { visitConflictWords } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { removeVisit, sendAgain, useOutbox } from '../../entities/refill/outbox.ts'
import { outboxWords } from '../../entities/refill/outbox-words.ts'
import type { OutboxVisit } from '../../entities/refill/visit-store.ts'
import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { DangerQuestion } from '../../ui/danger-question.tsx'
import { formatInstant } from '../../ui/instant.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { visitWords } from './visit-words.ts'

/** What became of the visits to this machine, where it needs the person: refusals, and slots that were not booked. */
export function VisitOutcomes({ sn }: { sn: string }) {
  const { visits } = useOutbox()
  const these = visits.filter((visit) => visit.sn === sn)
  return these.map((visit) => <Outcome key={visit.visit} visit={visit} />)
}

function Outcome({ visit }: { visit: OutboxVisit }) {
  const t = useT(visitWords)
  const out = useT(outboxWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const time = formatInstant(new Date(visit.madeAt).toISOString(), offset)
  const [isAsking, setAsking] = useState(false)
  const { state } = visit
  if (state.kind === 'refused')
    return (
      <Alert tone="error">
        <strong>{t('refusedTitle', { time })}</strong>{' '}
        {state.refusal === 'other' ? state.text : out(state.refusal)}
        <Statements visit={visit} />
        <p className="sw-visit-buttons">
          <Button onClick={() => void sendAgain(visit)}>{t('sendAgain')}</Button>
          <Button danger type="text" onClick={() => setAsking(true)}>
            {t('discard')}
          </Button>
        </p>
        {isAsking && (
          <DangerQuestion
            title={t('discardTitle')}
            confirmLabel={t('discard')}
            onConfirm={() => void removeVisit(visit.visit)}
            onCancel={() => setAsking(false)}
          >
            <p>{t('discardLine', { time })}</p>
          </DangerQuestion>
        )}
      </Alert>
    )
  if (state.kind !== 'parted') return null
  const conflicts = state.result.slots.filter(({ conflict }) => conflict !== null)
  return (
    <Alert tone="warning">
      <strong>{t('partedTitle', { time, count: conflicts.length })}</strong>
      <Statements visit={visit} />
      <p className="sw-visit-buttons">
        <Button onClick={() => void removeVisit(visit.visit)}>{t('seen')}</Button>
      </p>
    </Alert>
  )
}

/** The statements that were not booked, and why. */
function Statements({ visit: { slots, state } }: { visit: OutboxVisit }) {
  const t = useT(visitWords)
  const why = useT(visitConflictWords)
  const conflicts = new Map(
    state.kind === 'parted'
      ? state.result.slots.map(({ channel_sn: number, conflict }) => [number, conflict])
      : [],
  )
  const shown = state.kind === 'parted' ? slots.filter(({ channel_sn: no }) => conflicts.get(no)) : slots
  return (
    <ul className="sw-visit-statements">
      {shown.map(({ channel_sn: number, goods, set, seen }) => {
        const conflict = conflicts.get(number)
        const statement =
          set.kind === 'machine'
            ? t('byMachine')
            : set.kind === 'full'
              ? t('saidFull', { count: seen.max })
              : String(set.quantity)
        return (
          <li key={number}>
            <span>{t('slotOf', { number, goods })}</span>
            {conflict && <span>{why(conflict)}</span>}
            <span>{t('said', { count: statement })}</span>
          </li>
        )
      })}
    </ul>
  )
}
