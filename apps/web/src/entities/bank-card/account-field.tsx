import { bankCardCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import { useMay } from '../../ui/can.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { PayoutAccountPicker } from './account-picker.tsx'
import { accountWords } from './account-words.ts'

/** Whether any account can be chosen; true until that is known, so that no hint flashes. */
const useHasAccounts = (): boolean => {
  const { data } = useCall(bankCardCalls.getPayoutAccounts, { pageNum: 1, pageSize: 1, condition: {} })
  return data === undefined || data.count > 0
}

type PayoutAccountFieldProps = { label: string; hint: 'ofStore' | 'ofDevice' }

/** The payout account in a form. It moves money, so that only callers who manage bank cards see it. */
export function PayoutAccountField(props: PayoutAccountFieldProps) {
  return useMay('bank.manage') ? <AccountField {...props} /> : null
}

function AccountField({ label, hint }: PayoutAccountFieldProps) {
  const t = useT(accountWords)
  const hasAccounts = useHasAccounts()
  return (
    <FormField
      name="merchant_id"
      label={label}
      hint={
        hasAccounts ? (
          t(hint)
        ) : (
          <>
            {t('none')} {/* In a tab of its own, so that what was typed here stays. */}
            <a className="sw-link" href="/bankcard?open=add" target="_blank" rel="noreferrer">
              {t('addCard')}
            </a>
          </>
        )
      }
    >
      <PayoutAccountPicker />
    </FormField>
  )
}
