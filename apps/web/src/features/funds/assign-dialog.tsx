import { AssignFunds, fundFieldWords, type PayoutAccount } from '@slotwise/contract'
import { Button, Modal, Select } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormField } from '../../ui/form-field.tsx'
import { JudgedForm, useJudgedForm } from '../../ui/judged-form.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useAssignFunds } from './api.ts'
import { fundWords } from './fund-words.ts'

/** The gate gives the sign. */
const Assigned = AssignFunds.omit({ sign: true })

type AssignDialogProps = { amount: number; accounts: PayoutAccount[]; onClose: () => void }

/** Asks which account gets the money that has none. It names the sum, and is its own confirmation. */
export function AssignDialog({ amount, accounts, onClose }: AssignDialogProps) {
  const t = useT(fundWords)
  const ui = useT(uiWords)
  const field = useT(fundFieldWords)
  const gate = useOperationGate()
  const { mutateAsync: assign } = useAssignFunds()
  useFocusReturn()
  const sum = useMoneyText()(Math.abs(amount))
  const [only] = accounts.length === 1 ? accounts : []
  const initial = { merchant_id: only?.merchant_id }
  const state = useJudgedForm({
    schema: Assigned,
    initial,
    onSubmit: async (input) => {
      const account = await gate.run((sign) => assign({ ...input, sign }))
      notify('success', t('assigned', { name: account.stort_name }))
    },
  })
  return (
    <Modal
      open
      centered
      width={460}
      title={t('assignTitle')}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={state.sending} onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="primary" htmlType="submit" form={state.formId} loading={state.sending}>
            {t('assignSum', { amount: sum })}
          </Button>
        </>
      }
    >
      <p>{t(amount < 0 ? 'assignDebtText' : 'assignText', { amount: sum })}</p>
      <JudgedForm state={state} initial={initial} onSaved={onClose} onReload={undefined}>
        <FormField name="merchant_id" label={field('merchant_id')} required>
          <Select
            placeholder={t('pickAccount')}
            options={accounts.map(({ merchant_id: value, mch_name: name, acct_no: no }) => ({
              value,
              label: `${name} ${no}`,
            }))}
          />
        </FormField>
      </JudgedForm>
    </Modal>
  )
}
