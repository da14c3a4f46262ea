import { formatMoney } from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { Money } from '../../ui/money.tsx'
import { billListWords } from './bill-list-words.ts'
import '../../ui/two-lines.css'

/** What was paid, and below it what was given back. */
export function PaidAmount({ total, refunded }: { total: number; refunded: number }) {
  const t = useT(billListWords)
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (
    <span className="sw-two-lines is-figures">
      <Money cents={total} />
      {refunded > 0 && (
        <small>{t('refundedAmount', { amount: formatMoney(refunded, currency, locale) })}</small>
      )}
    </span>
  )
}
