import { caseKindWords, type ExceptionCase } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useDoneCase, useTakeCase } from './api.ts'
import { caseWords } from './case-words.ts'

type CaseActionsProps = { of: ExceptionCase; onDetail: () => void }

/** Taking a case, working on it, and opening one again that was done. */
export function CaseActions({ of: one, onDetail }: CaseActionsProps) {
  const t = useT(caseWords)
  const kind = useT(caseKindWords)
  const take = useTakeCase()
  const finish = useDoneCase()
  const { case: id, state, taker, remarks } = one
  const name = t('nameOf', { kind: kind(one.kind), number: one.orderno ?? one.merchant_order ?? '' })
  if (state === 'closed') return null
  if (state === 'done')
    return (
      <div className="sw-row-actions">
        <button
          type="button"
          className="sw-text-button"
          aria-label={t('reopenOf', { name })}
          aria-disabled={finish.isPending}
          onClick={() => !finish.isPending && finish.mutate({ case: id, done: false, remarks })}
        >
          {t('reopen')}
        </button>
      </div>
    )
  const step = taker === null ? 'take' : 'giveBack'
  return (
    <div className="sw-row-actions">
      <button
        type="button"
        className="sw-text-button"
        aria-label={t(`${step}Of`, { name })}
        aria-disabled={take.isPending}
        onClick={() => !take.isPending && take.mutate({ case: id, take: taker === null })}
      >
        {t(step)}
      </button>
      <button
        type="button"
        className="sw-text-button"
        aria-label={t('detailOf', { name })}
        onClick={onDetail}
      >
        {t('detail')}
      </button>
    </div>
  )
}
