import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useMoneyText } from '../../ui/money.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useFundSum, usePayoutAccounts } from './api.ts'
import { fundWords } from './fund-words.ts'

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog)

/** Money that no settlement pays out, because it has no payout account, and the way to give it one. */
export function UnassignedNotice() {
  const { data: sum } = useFundSum()
  return sum && sum.unassigned_amt !== 0 ? <Notice amount={sum.unassigned_amt} /> : null
}

function Notice({ amount }: { amount: number }) {
  const t = useT(fundWords)
  const money = useMoneyText()
  const { data: accounts } = usePayoutAccounts()
  const [isAssigning, setAssigning] = useState(false)
  const isDebt = amount < 0
  const hasNone = accounts?.count === 0
  return (
    <div className="sw-fund-notice">
      <Alert
        tone="warning"
        second={
          hasNone ? (
            <Link className="sw-button-link" to="/bankcard">
              {t('toBankCards')}
            </Link>
          ) : (
            <>
              <Link className="sw-link" to="/region?tab=stores">
                {t('toStores')}
              </Link>
              <Button disabled={!accounts} onClick={() => setAssigning(true)}>
                {t('assign')}
              </Button>
            </>
          )
        }
      >
        {t(isDebt ? 'unassignedDebt' : 'unassigned', {
          amount: money(Math.abs(amount)),
        })}
        <small>{t(hasNone ? 'unassignedNoCard' : isDebt ? 'debtHint' : 'unassignedHint')}</small>
      </Alert>
      {isAssigning && accounts && (
        <AssignDialog amount={amount} accounts={accounts.data} onClose={() => setAssigning(false)} />
      )}
    </div>
  )
}
