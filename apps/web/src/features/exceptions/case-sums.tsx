import { type CaseKind, caseKinds, caseKindWords, type CaseSum } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { KindCounts } from '../../ui/kind-counts.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import '../../ui/sum-strip.css'
import { uiWords } from '../../ui/ui-words.ts'
import { caseWords } from './case-words.ts'

type CaseSumsProps = {
  /** Undefined while it loads. */
  sum: CaseSum | undefined
  isStale: boolean
  kind: CaseKind | undefined
  onKind: (kind: CaseKind | undefined) => void
}

/** The open cases of the filter by kind, each a switch that shows only these, and what they amount to. */
export function CaseSums({ sum, isStale, kind: chosen, onKind }: CaseSumsProps) {
  const t = useT(caseWords)
  const ui = useT(uiWords)
  const name = useT(caseKindWords)
  const titled = useMoneyTitle()
  return (
    <section
      className="sw-sum-strip sw-case-sums"
      aria-label={t('sums')}
      aria-busy={isStale}
      aria-live="polite"
    >
      {!sum && <span className="sw-bone" aria-label={ui('loading')} />}
      {sum && (
        <dl>
          <KindCounts
            kinds={caseKinds}
            counts={sum}
            chosen={chosen}
            onChoose={onKind}
            nameOf={name}
            label={(kind, count) => t('showOnly', { name: kind, count })}
            title={(isChosen) => t(isChosen ? 'showAll' : 'showThese')}
          />
          <div>
            <dt>{titled(t('sumAmount'))}</dt>
            <dd>
              <Money cents={sum.amount} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}
