import {
  type EventDelivery,
  eventDeliveryReasonWords,
  eventDeliveryStateWords,
  joinNames,
} from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { integrationWords } from './integration-words.ts'

const tones: Readonly<Record<EventDelivery['state'], StatusTone>> = {
  waiting: 'busy',
  sent: 'good',
  dead: 'bad',
}

type Answer = Pick<EventDelivery, 'status' | 'why'>

/** What was answered: the HTTP status, or why there was none. Empty before the first try. */
export function useAnswerText(): (answer: Answer) => string {
  const reason = useT(eventDeliveryReasonWords)
  return ({ status, why }) => (status !== null ? `HTTP ${status}` : why !== null ? reason(why) : '')
}

/** The state of an event as a word, and small below it what was answered. */
export function DeliveryState({ of: delivery }: { of: EventDelivery }) {
  const t = useT(integrationWords)
  const word = useT(eventDeliveryStateWords)
  const answerText = useAnswerText()
  const locale = useLocale()
  const { state, tries } = delivery
  const note = [answerText(delivery), tries > 1 ? t('triedTimes', { tries }) : ''].filter(
    (text) => text !== '',
  )
  return (
    <span className="sw-integration-name">
      <StatusTag tone={tones[state]}>{word(state)}</StatusTag>
      {note.length > 0 && <small>{joinNames(locale, note)}</small>}
    </span>
  )
}
