import { caseKindWords, type ExceptionCase } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { RowAction } from '../../ui/row-actions.tsx'
import { useDoneCase, useTakeCase } from './api.ts'
import { caseWords } from './case-words.ts'

type CaseActionsProps = { of: ExceptionCase; onDetail: () => void; onBook: () => void }

/** Taking a case, working on it, and opening one again that was done. */
export function CaseActions({ of: one, onDetail, onBook }: CaseActionsProps) {
  const t = useT(caseWords)
  const kind = useT(caseKindWords)
  const take = useTakeCase()
  const finish = useDoneCase()
  const { case: id, state, taker, remarks } = one
  const name = t('nameOf', {
    kind: kind(one.kind),
    number: one.orderno ?? one.merchant_order ?? one.message?.mid ?? '',
  })
  if (state === 'closed') return null
  if (state === 'done')
    return (
      <div className="sw-row-actions">
        <RowAction
          label={t('reopen')}
          fullLabel={t('reopenOf', { name })}
          isPending={finish.isPending}
          onClick={() => finish.mutate({ case: id, done: false, remarks })}
        />
      </div>
    )
  const step = taker === null ? 'take' : 'giveBack'
  return (
    <div className="sw-row-actions">
      <RowAction
        label={t(step)}
        fullLabel={t(`${step}Of`, { name })}
        isPending={take.isPending}
        onClick={() => take.mutate({ case: id, take: taker === null })}
      />
      {one.kind === 'sale_unclear' && (
        <RowAction label={t('book')} fullLabel={t('bookOf', { name })} onClick={onBook} />
      )}
      <RowAction label={t('detail')} fullLabel={t('detailOf', { name })} onClick={onDetail} />
    </div>
  )
}
