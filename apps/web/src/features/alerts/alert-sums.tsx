import { QuestionCircleOutlined } from '@ant-design/icons'
import {
  alertFieldWords,
  type AlertKind,
  alertKinds,
  alertKindWords,
  type AlertSum,
} from '@slotwise/contract'
import { Tooltip } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { KindCounts } from '../../ui/kind-counts.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import '../../ui/sum-strip.css'
import { uiWords } from '../../ui/ui-words.ts'
import { alertWords } from './alert-words.ts'

type AlertSumsProps = {
  /** Undefined while it loads. */
  sum: AlertSum | undefined
  isStale: boolean
  kind: AlertKind | undefined
  onKind: (kind: AlertKind | undefined) => void
}

/** The open alerts of the filter by kind, each a switch that shows only these, and what the listed ones cost. */
export function AlertSums({ sum, isStale, kind: chosen, onKind }: AlertSumsProps) {
  const t = useT(alertWords)
  const ui = useT(uiWords)
  const field = useT(alertFieldWords)
  const name = useT(alertKindWords)
  const titled = useMoneyTitle()
  return (
    <section
      className="sw-sum-strip sw-alert-sums"
      aria-label={t('sums')}
      aria-busy={isStale}
      aria-live="polite"
    >
      {!sum && <span className="sw-bone" aria-label={ui('loading')} />}
      {sum && (
        <dl>
          <KindCounts
            kinds={alertKinds}
            counts={sum}
            chosen={chosen}
            onChoose={onKind}
            nameOf={name}
            label={(kind, count) => t('showOnly', { name: kind, count })}
            title={(isChosen) => t(isChosen ? 'showAll' : 'showThese')}
          />
          <div>
            <dt>{titled(field('perHour'))}</dt>
            <dd>
              <Money cents={sum.perHour} />
              <Tooltip title={t('perHourHint')} trigger={['hover', 'focus', 'click']}>
                <button
                  type="button"
                  className="sw-alert-help"
                  aria-label={`${t('perHourHelp')}: ${t('perHourHint')}`}
                >
                  <QuestionCircleOutlined aria-hidden="true" />
                </button>
              </Tooltip>
            </dd>
          </div>
        </dl>
      )}
    </section>
  )
}
