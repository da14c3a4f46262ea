import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'

import { useT } from '../lib/i18n.tsx'
import type { Turns } from '../lib/turns.ts'
import './record-turner.css'
import { uiWords } from './ui-words.ts'

/** Leads to the records before and after the open one, in the order of the list. Brackets are their keys. */
export function RecordTurner({ turns }: { turns: Turns | undefined }) {
  const t = useT(uiWords)
  if (!turns || (!turns.before && !turns.after)) return null
  const { before, after, isTurning } = turns
  return (
    <Space.Compact className="sw-record-turner">
      <Button
        icon={<LeftOutlined aria-hidden="true" />}
        aria-label={t('recordBefore')}
        title={`${t('recordBefore')} [`}
        aria-keyshortcuts="["
        aria-disabled={!before}
        onClick={isTurning ? undefined : before}
      />
      <Button
        icon={<RightOutlined aria-hidden="true" />}
        aria-label={t('recordAfter')}
        title={`${t('recordAfter')} ]`}
        aria-keyshortcuts="]"
        aria-disabled={!after}
        onClick={isTurning ? undefined : after}
      />
    </Space.Compact>
  )
}
