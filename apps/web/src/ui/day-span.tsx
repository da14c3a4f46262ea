import { useT } from '../lib/i18n.tsx'
import { DayPicker } from './day-picker.tsx'
import { uiWords } from './ui-words.ts'

type Day = string | undefined
type DaySpanProps = { from: Day; to: Day; onChange: (days: { from?: Day; to?: Day }) => void }

/** Two days, both included. Choosing a day beyond the other one moves that one too. */
export function DaySpan({ from, to, onChange }: DaySpanProps) {
  const t = useT(uiWords)
  return (
    <>
      <div className="sw-filter-day">
        <DayPicker
          aria-label={t('dayFrom')}
          prefix={t('dayFrom')}
          placeholder=""
          value={from ?? null}
          onChange={(day) =>
            onChange({ from: day ?? undefined, ...(day && to && day > to ? { to: day } : {}) })
          }
        />
      </div>
      <div className="sw-filter-day">
        <DayPicker
          aria-label={t('dayTo')}
          prefix={t('dayTo')}
          placeholder=""
          value={to ?? null}
          onChange={(day) =>
            onChange({ to: day ?? undefined, ...(day && from && day < from ? { from: day } : {}) })
          }
        />
      </div>
    </>
  )
}
