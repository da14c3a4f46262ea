import { type CaseKind, caseKinds, caseKindWords, type CaseSum } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { Money } from '../../ui/money.tsx'
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
          {caseKinds.map((kind) => (
            <div key={kind}>
              <dt>{name(kind)}</dt>
              <dd className="sw-figures">
                {sum[kind] === 0 && chosen !== kind ? (
                  0
                ) : (
                  <button
                    type="button"
                    className="sw-text-button"
                    aria-pressed={chosen === kind}
                    aria-label={t('showOnly', { name: name(kind), count: sum[kind] })}
                    title={t(chosen === kind ? 'showAll' : 'showThese')}
                    onClick={() => onKind(chosen === kind ? undefined : kind)}
                  >
                    {sum[kind]}
                  </button>
                )}
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('sumAmount')}</dt>
            <dd>
              <Money cents={sum.amount} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}
