import { billFieldWords, type BuyBill, errorCodes, payClientWords, Refund } from '@slotwise/contract'
import { Button, Form, Input, Modal, Radio } from 'antd'
import { useMemo } from 'react'
import { z } from 'zod'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { JudgedForm, useJudgedForm } from '../../ui/judged-form.tsx'
import { MoneyInput, type TypedMoney } from '../../ui/money-input.tsx'
import { Money, useMoneyText, useMoneyTitle } from '../../ui/money.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useRefund } from './api.ts'
import { billWords } from './bill-words.ts'
import { refundTexts } from './refund-return.ts'
import './bills.css'

type Values = { part_refund: boolean; refund_fee: TypedMoney; remarks: string }

/** The request without what the dialog knows by itself, and an amount that the order can give back. */
const refundOf = (total: number) =>
  Refund.omit({ orderno: true, sign: true }).extend({
    refund_fee: z
      .int({ error: (issue) => ((issue.input ?? '') === '' ? 'v:required' : 'v:price') })
      .min(1, { error: 'v:refundZero' })
      .max(total, { error: 'v:refundTooMuch' })
      .optional(),
  })

const toInput = ({ refund_fee: fee, ...values }: Values) =>
  values.part_refund ? { ...values, refund_fee: fee } : values

/** An amount that is refused belongs to its field, whatever the server calls it. */
const placeErrors = (error: CallError) =>
  error.rcode === errorCodes.refundAmount && error.errors.length === 0
    ? [{ path: 'refund_fee', message: error.message }]
    : error.errors

/** Asks how much of a sale is given back. It names the order, the channel and the sum, and is its own confirmation. */
export function RefundDialog({ bill, onClose }: { bill: BuyBill; onClose: () => void }) {
  const t = useT(billWords)
  const ui = useT(uiWords)
  const field = useT(billFieldWords)
  const titled = useMoneyTitle()
  const money = useMoneyText()
  const client = useT(payClientWords)
  const gate = useOperationGate()
  const refund = useRefund()
  useFocusReturn()
  const schema = useMemo(() => refundOf(bill.total_price), [bill.total_price])
  const initial: Values = { part_refund: false, refund_fee: bill.total_price, remarks: '' }
  const state = useJudgedForm<typeof schema, Values>({
    schema,
    initial,
    toInput,
    placeErrors,
    onSubmit: async (input) => {
      await gate.run((sign) => refund({ ...input, orderno: bill.orderno, sign }))
      notify('success', t(refundTexts[bill.refund_by].accepted))
    },
  })
  const isPart = Form.useWatch('part_refund', state.form) === true
  const typed = Form.useWatch('refund_fee', state.form) as TypedMoney | undefined
  const sum = !isPart ? bill.total_price : typeof typed === 'number' && typed > 0 ? typed : undefined
  const canPart = bill.client !== 'gkash'
  return (
    <Modal
      open
      centered
      width={460}
      title={t('refundTitle')}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={state.sending} onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="primary" danger htmlType="submit" form={state.formId} loading={state.sending}>
            {sum === undefined ? t('refund') : t('refundSum', { amount: money(sum) })}
          </Button>
        </>
      }
    >
      <Facts className="sw-refund-facts">
        <Fact name={field('orderno')}>
          <span className="sw-figures">{bill.orderno}</span>
        </Fact>
        <Fact name={field('client')}>
          <PayClientTag client={bill.client} />
        </Fact>
        <Fact name={titled(field('total_price'))}>
          <Money cents={bill.total_price} />
        </Fact>
      </Facts>
      <JudgedForm state={state} initial={initial} onSaved={onClose} onReload={undefined}>
        {canPart ? (
          <FormField name="part_refund" label={t('refundHow')}>
            <Radio.Group
              options={[
                { value: false, label: t('whole') },
                { value: true, label: t('part') },
              ]}
            />
          </FormField>
        ) : (
          <p className="sw-refund-note">{t('wholeOnly', { client: client(bill.client) })}</p>
        )}
        {isPart && (
          <FormField name="refund_fee" label={field('refund_fee')} required>
            <MoneyInput />
          </FormField>
        )}
        <FormField name="remarks" label={field('remarks')}>
          <Input.TextArea
            placeholder={t('remarksHint')}
            count={{ show: true, max: 200 }}
            autoSize={{ minRows: 2, maxRows: 4 }}
          />
        </FormField>
      </JudgedForm>
      <p className="sw-refund-note">{t(refundTexts[bill.refund_by].returns)}</p>
    </Modal>
  )
}
