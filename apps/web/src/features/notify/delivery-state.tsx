import { type Delivery, joinNames, noticeStateWords } from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { formatInstant } from '../../ui/instant.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { notifyWords } from './notify-words.ts'

const tones: Readonly<Record<Delivery['state'], StatusTone>> = {
  held: 'idle',
  waiting: 'busy',
  sent: 'good',
  dead: 'bad',
}

/** The state of a notice as a word, and small below it until when, at which try or why. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const word = useT(noticeStateWords)
  const note = useNote(delivery)
  return (
    <span className="sw-notify-state">
      <StatusTag tone={tones[delivery.state]}>{word(delivery.state)}</StatusTag>
      {note !== '' && <small>{note}</small>}
    </span>
  )
}

function useNote({ state, tries, next_at: nextAt, why }: Delivery): string {
  const t = useT(notifyWords)
  const locale = useLocale()
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const time = nextAt === null ? '' : formatInstant(nextAt, offset)
  switch (state) {
    case 'held':
      return time === '' ? '' : t('until', { time })
    case 'waiting':
      // Before the first try has failed there is nothing to say.
      return why === '' ? '' : joinNames(locale, [why, t('nextTry', { time })])
    case 'sent':
      return tries > 1 ? t('afterTries', { tries }) : ''
    case 'dead':
      return joinNames(locale, [why, t('triedTimes', { tries })])
  }
}
