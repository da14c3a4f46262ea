import { useT } from '../../lib/i18n.tsx'
import { useOverview } from './api.ts'
import { Card, Loaded } from './card.tsx'
import { DayFigures } from './day-figures.tsx'
import { DaySwitch, overviewDays } from './day-switch.tsx'
import { overviewWords } from './overview-words.ts'
import { useChoice } from './use-choice.ts'

/** What was earned today or yesterday, and how the sales ended. */
export function IncomeCard() {
  const t = useT(overviewWords)
  const [day, setDay] = useChoice('day', overviewDays, 'today')
  const query = useOverview(day)
  return (
    <Card
      area="income"
      money
      title={t('income')}
      isStale={query.isPlaceholderData}
      tools={<DaySwitch label={t('income')} value={day} onChange={setDay} />}
    >
      <Loaded data={query.data} query={query} bones={4}>
        {(data) => <DayFigures of={data} day={day} />}
      </Loaded>
    </Card>
  )
}
