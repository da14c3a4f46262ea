import { ControlOutlined } from '@ant-design/icons'
import { Button } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { Can } from '../../ui/can.tsx'
import { thresholdRuleWords } from './rule-words.ts'

/** Opens the merchant's own thresholds, which belong to the main account. */
export function ThresholdButton({ onClick }: { onClick: () => void }) {
  const t = useT(thresholdRuleWords)
  return (
    <Can access="main">
      <Button icon={<ControlOutlined aria-hidden="true" />} aria-label={t('title')} onClick={onClick}>
        {t('title')}
      </Button>
    </Can>
  )
}
