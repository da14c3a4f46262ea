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
import { KindSums } from '../../ui/kind-sums.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { alertWords } from './alert-words.ts'

type AlertSumsProps = {
  /** Undefined while it loads. */
  sum: AlertSum | undefined
  isStale: boolean
  kind: AlertKind | undefined
  onKind: (kind: AlertKind | undefined) => void
}

/** The open alerts of the filter by kind, and what the listed ones cost. */
export function AlertSums({ sum, isStale, kind, onKind }: AlertSumsProps) {
  const t = useT(alertWords)
  const field = useT(alertFieldWords)
  const nameOf = useT(alertKindWords)
  const titled = useMoneyTitle()
  return (
    <KindSums
      label={t('sums')}
      kinds={alertKinds}
      counts={sum}
      isStale={isStale}
      chosen={kind}
      onChoose={onKind}
      nameOf={nameOf}
    >
      <div>
        <dt>{titled(field('perHour'))}</dt>
        <dd>
          <Money cents={sum?.perHour ?? 0} />
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
    </KindSums>
  )
}
