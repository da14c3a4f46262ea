import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useMay } from '../../ui/can.tsx'
import { billListWords } from './bill-list-words.ts'

/** Leads to the figures of a machine this month; other users see nothing. */
export function StatisticsLink({ sn, name }: { sn: string; name: string }) {
  const t = useT(billListWords)
  const mayOpen = useMay('statistics.device')
  if (!mayOpen) return null
  return (
    <Link
      className="sw-link"
      to={`/sicDevice?range=thisMonth&sn=${sn}`}
      aria-label={t('statisticsOf', { name })}
    >
      {t('statistics')}
    </Link>
  )
}
