import {
  BookCaseSale,
  caseFieldWords,
  type CaseMessage,
  payClients,
  payClientWords,
  saleResults,
  saleResultWords,
  slipReasonWords,
} from '@slotwise/contract'
import { Input, Select } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useMoneyTitle } from '../../ui/money.tsx'
import { useBookCaseSale, useCaseMessage } from './api.ts'
import { caseWords } from './case-words.ts'
import { SaleItems } from './sale-items.tsx'

type BookFormProps = { id: string; onClose: () => void }

const clients = payClients.filter((client) => client !== 'remote')

/** What the message says, as far as it can be read; the rest is left to the user. */
const initialOf = ({ case: id, client, amount, result, items }: CaseMessage) => ({
  case: id,
  client: client === 'remote' ? null : client,
  amount,
  result: result ?? 'delivered',
  items,
})

const none = { case: '', client: null, amount: null, result: 'delivered', items: [] }

/** Completes the message of a machine, and books its sale. */
export function BookForm({ id, onClose }: BookFormProps) {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const client = useT(payClientWords)
  const result = useT(saleResultWords)
  const titled = useMoneyTitle()
  const { data: message } = useCaseMessage(id)
  const { mutateAsync: save } = useBookCaseSale()
  return (
    <FormDrawer
      title={t('bookTitle')}
      submitLabel={t('bookSubmit')}
      schema={BookCaseSale}
      recordKey={message ? id : ''}
      isWaiting={!message}
      initial={message ? initialOf(message) : none}
      onSubmit={async (input) => {
        await save(input)
        notify('success', t('booked'))
      }}
      onClose={onClose}
    >
      {message && <MessageFacts of={message} />}
      <FormField name="client" label={field('client')} required>
        <Select
          options={clients.map((value) => ({ value, label: client(value) }))}
          placeholder={t('howPaid')}
        />
      </FormField>
      <FormField name="amount" label={titled(field('amount'))} required>
        <MoneyInput />
      </FormField>
      <FormField name="result" label={field('result')} required>
        <Select options={saleResults.map((value) => ({ value, label: result(value) }))} />
      </FormField>
      <FormField name="items" label={field('items')} hint={t('itemsHint')}>
        <SaleItems />
      </FormField>
    </FormDrawer>
  )
}

/** What was wrong, and the message as it came. */
function MessageFacts({ of: { mid, field, slip, text } }: { of: Omit<CaseMessage, 'items'> }) {
  const t = useT(caseWords)
  const label = useT(caseFieldWords)
  const reason = useT(slipReasonWords)
  return (
    <div className="sw-case-facts">
      <p className="sw-form-intro">{t('bookIntro')}</p>
      <Facts label={t('message')}>
        {field !== '' && (
          <Fact name={label('field')}>
            <code>{field}</code>
          </Fact>
        )}
        <Fact name={label('slip')}>{reason(slip)}</Fact>
        {mid !== '' && (
          <Fact name={label('mid')}>
            <code className="sw-figures">{mid}</code>
          </Fact>
        )}
      </Facts>
      <Input.TextArea
        className="sw-case-message"
        readOnly
        value={text}
        autoSize={{ minRows: 2, maxRows: 8 }}
        aria-label={t('message')}
        lang="en"
      />
    </div>
  )
}
