import { type CaseKind, caseKinds, caseKindWords, type CaseSum } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { KindSums } from '../../ui/kind-sums.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { caseWords } from './case-words.ts'

type CaseSumsProps = {
  /** Undefined while it loads. */
  sum: CaseSum | undefined
  isStale: boolean
  kind: CaseKind | undefined
  onKind: (kind: CaseKind | undefined) => void
}

/** The open cases of the filter by kind, and what they amount to. */
export function CaseSums({ sum, isStale, kind, onKind }: CaseSumsProps) {
  const t = useT(caseWords)
  const nameOf = useT(caseKindWords)
  const titled = useMoneyTitle()
  return (
    <KindSums
      label={t('sums')}
      kinds={caseKinds}
      counts={sum}
      isStale={isStale}
      chosen={kind}
      onChoose={onKind}
      nameOf={nameOf}
    >
      <div>
        <dt>{titled(t('sumAmount'))}</dt>
        <dd>
          <Money cents={sum?.amount ?? 0} />
        </dd>
      </div>
    </KindSums>
  )
}
