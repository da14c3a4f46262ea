import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useFundSum } from './api.ts'
import { fundWords } from './fund-words.ts'

/** Why income is more than the funds: some of it went straight into accounts of the merchant or its agent. */
export function DirectNote() {
  const t = useT(fundWords)
  const money = useMoneyText()
  const { data: sum } = useFundSum()
  if (!sum || sum.direct_amt === 0) return null
  return (
    <Alert
      tone="info"
      second={
        <Link className="sw-link" to="/payAccount">
          {t('toPayAccounts')}
        </Link>
      }
    >
      {t('direct', { amount: money(sum.direct_amt) })}
    </Alert>
  )
}
