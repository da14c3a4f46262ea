import { bankCardCalls, type PayoutAccount } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { type PickerProps, type PickOption, RemotePicker, useRowPicker } from '../../ui/remote-picker.tsx'
import { accountName } from './account-name.ts'
import { accountWords } from './account-words.ts'

const toOption = (account: PayoutAccount): PickOption => ({
  value: account.merchant_id,
  label: accountName(account),
  hint: account.mch_name,
})

type PayoutAccountPickerProps = PickerProps<string | null> & {
  /** In a filter: its label, shown before the chosen account. */
  filterLabel?: string
}

/** One of the approved bank cards. */
export function PayoutAccountPicker(props: PayoutAccountPickerProps) {
  const t = useT(accountWords)
  const picker = useRowPicker({
    call: bankCardCalls.getPayoutAccounts,
    value: props.value,
    toOption,
  })
  return <RemotePicker<string | null> placeholder={t('pick')} {...props} {...picker} />
}
