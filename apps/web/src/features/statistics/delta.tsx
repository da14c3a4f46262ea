import { formatRate } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { statisticsWords } from './statistics-words.ts'

/** The change in percent; 'new' where there was nothing before, undefined where there still is nothing. */
export function changeOf(now: number, before: number): number | 'new' | undefined {
  if (before === 0) return now === 0 ? undefined : 'new'
  return ((now - before) / before) * 100
}

const most = 999

const signed = (percent: number): string => {
  // The exact change of something that was next to nothing says nothing.
  if (percent > most) return `> ${most}%`
  const written = formatRate(Math.abs(percent))
  return `${written === '0.00%' ? '' : percent > 0 ? '+' : '−'}${written}`
}

type DeltaProps = { now: number; before: number; /** The figure before, in words. */ title: string }

/** How a figure changed since the period before. Quiet: neither direction is good or bad by itself. */
export function Delta({ now, before, title }: DeltaProps) {
  const t = useT(statisticsWords)
  const change = changeOf(now, before)
  if (change === undefined) return null
  return (
    <small className="sw-change sw-figures" title={title}>
      {change === 'new' ? t('newNow') : signed(change)}
    </small>
  )
}
