import { type HistoryLine, historyLineWords, historyText } from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { Instant } from '../../ui/instant.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import '../../ui/timeline.css'
import { historyWords } from './history-words.ts'
import './history.css'

/** Events of the history, the latest first. */
export function HistoryLines({ lines, busy = false }: { lines: readonly HistoryLine[]; busy?: boolean }) {
  const t = useT(historyWords)
  return (
    <ol className="sw-timeline sw-history" aria-label={t('events')} aria-busy={busy}>
      {lines.map((line) => (
        <Line key={`${line.kind}:${line.id}`} line={line} />
      ))}
    </ol>
  )
}

function Line({ line }: { line: HistoryLine }) {
  const t = useT(historyLineWords)
  const { title, state, details, who } = historyText(useLocale(), line)
  return (
    <li data-kind={line.kind}>
      <div className="sw-history-head">
        <strong>{title}</strong>
        {state && <StatusTag tone={state.tone}>{state.word}</StatusTag>}
      </div>
      {details.length > 0 && (
        <ul className="sw-history-details">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      <div className="sw-history-foot">
        <span>{t(line.kind)}</span>
        <Instant at={line.at} seconds />
        <End line={line} />
        {who !== '' && <span>{who}</span>}
      </div>
    </li>
  )
}

function End({ line }: { line: HistoryLine }) {
  const t = useT(historyWords)
  const at = line.kind === 'fault' ? line.cleared_at : line.kind === 'command' ? line.finished_at : null
  if (at === null) return null
  return (
    <span>
      {t(line.kind === 'fault' ? 'until' : 'finished')} <Instant at={at} seconds />
    </span>
  )
}
