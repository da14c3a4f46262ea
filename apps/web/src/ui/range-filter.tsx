import { Select } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { type Days, daysOf, type ListRange, listRanges, rangeOf, useToday } from '../lib/day-range.ts'
import { DaySpan } from './day-span.tsx'
import './range-filter.css'
import { Segments } from './segments.tsx'
import { uiWords } from './ui-words.ts'
import { useMedia } from './use-media.ts'

type Chosen = Days & { range?: ListRange | undefined }
type RangeFilterProps = {
  value: Chosen
  /** The range in effect while none is chosen. */
  standing?: ListRange
  onChange: (change: Chosen) => void
}

/** Stands for days that the user has chosen one by one. */
const own = 'own'

/** The usual ranges of days by one click, and the two days themselves. */
export function RangeFilter({ value, standing = 'today', onChange }: RangeFilterProps) {
  const t = useT(uiWords)
  const isNarrow = useMedia('(max-width: 1199px)')
  const today = useToday()
  const range = rangeOf(value, standing)
  const { from, to } = daysOf(value, today, standing)
  const options = [
    ...listRanges.map((name) => ({ value: name, label: t(name === 'all' ? 'allDays' : name) })),
    ...(range === undefined ? [{ value: own, label: t('ownDays') }] : []),
  ]
  const choose = (name: string): void => {
    const chosen = listRanges.find((one) => one === name)
    if (chosen) onChange({ range: chosen === standing ? undefined : chosen, from: undefined, to: undefined })
  }
  const Ranges = isNarrow ? Select<string> : Segments<string>
  return (
    <div className="sw-range-filter" role="group" aria-label={t('days')}>
      <Ranges aria-label={t('days')} value={range ?? own} options={options} onChange={choose} />
      <DaySpan
        from={from}
        to={to}
        onChange={(change) => {
          const days = { from, to, ...change }
          // Without any day, the filter is open at both ends.
          const isOpen = days.from === undefined && days.to === undefined
          onChange({ ...days, range: isOpen ? 'all' : undefined })
        }}
      />
    </div>
  )
}
