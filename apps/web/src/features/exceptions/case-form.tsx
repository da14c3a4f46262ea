import {
  caseFieldWords,
  caseKindWords,
  caseReasonWords,
  DoneCase,
  type ExceptionCase,
  exceptionCalls,
  type List,
  slipReasonWords,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'

import { WorkFields } from '../../entities/work/work-fields.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useSaveCase } from './api.ts'
import { Advice } from './case-advice.tsx'
import { caseWords } from './case-words.ts'

type CaseFormProps = {
  id: string
  cases: UseQueryResult<List<ExceptionCase>, CallError>
  onClose: () => void
}

const idOf = (one: ExceptionCase): string => one.case

/** A case with its numbers, what is advised, and what was done about it. */
export function CaseForm({ id, cases, onClose }: CaseFormProps) {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const { mutateAsync: save } = useSaveCase()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={cases}
      row={exceptionCalls.getCases}
      readOnly={({ state }) => (state === 'closed' ? t('closedReadOnly') : undefined)}
      edit={(one) =>
        recordForm({
          title: t('workTitle'),
          submitLabel: t('save'),
          schema: DoneCase,
          // A person who opens an open case to work on it mostly ends it.
          initial: { case: one.case, done: true, remarks: one.remarks },
          fields: (
            <>
              <CaseFacts of={one} />
              <WorkFields
                remarks={{ label: field('remarks'), hint: t('remarksHint') }}
                done={{ label: field('done'), hint: t('doneHint') }}
              />
            </>
          ),
          save,
          saved: t('saved'),
        })
      }
    />
  )
}

function CaseFacts({ of: one }: { of: ExceptionCase }) {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const kind = useT(caseKindWords)
  const reason = useT(caseReasonWords)
  const slipReason = useT(slipReasonWords)
  const titled = useMoneyTitle()
  const numbers = (['orderno', 'merchant_order', 'txn', 'refund_no'] as const).flatMap((name) =>
    one[name] === null ? [] : [{ name, number: one[name] }],
  )
  const { ours, theirs, message } = one
  return (
    <div className="sw-case-facts">
      <p className="sw-form-intro">
        {kind(one.kind)} · {reason(one.reason)}
      </p>
      {one.action !== null && (
        <p className="sw-case-advised">
          <Advice of={one} />
        </p>
      )}
      <Facts label={t('numbers')}>
        <Fact name={titled(field('amount'))}>
          <Money cents={one.amount} />
        </Fact>
        <Fact name={field('since')}>
          <Instant at={one.since} seconds />
        </Fact>
        {theirs && (
          <>
            <Fact name={titled(field('their_paid'))}>
              <Money cents={theirs.paid} />
            </Fact>
            <Fact name={titled(field('our_paid'))}>
              <Money cents={ours?.paid ?? 0} />
            </Fact>
            <Fact name={titled(field('their_refunded'))}>
              <Money cents={theirs.refunded} />
            </Fact>
            <Fact name={titled(field('our_refunded'))}>
              <Money cents={ours?.refunded ?? 0} />
            </Fact>
          </>
        )}
        {message && (
          <>
            {message.field !== '' && (
              <Fact name={field('field')}>
                <code>{message.field}</code>
              </Fact>
            )}
            <Fact name={field('slip')}>{slipReason(message.slip)}</Fact>
            <Fact name={field('mid')}>
              <code className="sw-figures">{message.mid}</code>
            </Fact>
          </>
        )}
        {numbers.map(({ name, number }) => (
          <Fact key={name} name={field(name)}>
            <code className="sw-figures">{number}</code>
          </Fact>
        ))}
      </Facts>
    </div>
  )
}
