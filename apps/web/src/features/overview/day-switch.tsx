import { useT } from '../../lib/i18n.tsx'
import { Segments } from '../../ui/segments.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import type { OverviewDay } from './api.ts'

export const overviewDays = ['today', 'yesterday'] as const satisfies readonly OverviewDay[]

type DaySwitchProps = { label: string; value: OverviewDay; onChange: (day: OverviewDay) => void }

export function DaySwitch({ label, value, onChange }: DaySwitchProps) {
  const t = useT(uiWords)
  return (
    <Segments
      aria-label={label}
      value={value}
      options={overviewDays.map((day) => ({ value: day, label: t(day) }))}
      onChange={onChange}
    />
  )
}
