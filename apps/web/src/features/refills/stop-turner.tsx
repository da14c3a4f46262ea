import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import type { Turns } from '../../lib/turns.ts'
import { visitWords } from './visit-words.ts'

/** Leads to the stops before and after this one on the route. Made for a thumb, so the buttons say where they lead. */
export function StopTurner({ turns }: { turns: Turns | undefined }) {
  const t = useT(visitWords)
  if (!turns?.before && !turns?.after) return null
  const press = async (turn: Turns['before'], none: string): Promise<void> => {
    if (turns.isTurning || !turn) return
    if (!(await turn())) notify('info', none)
  }
  return (
    <nav className="sw-visit-turns" aria-label={t('route')}>
      <Button
        icon={<LeftOutlined aria-hidden="true" />}
        aria-keyshortcuts="["
        disabled={!turns.before}
        onClick={() => void press(turns.before, t('firstStop'))}
      >
        {t('stopBefore')}
      </Button>
      <Button
        icon={<RightOutlined aria-hidden="true" />}
        iconPlacement="end"
        aria-keyshortcuts="]"
        disabled={!turns.after}
        onClick={() => void press(turns.after, t('lastStop'))}
      >
        {t('stopAfter')}
      </Button>
    </nav>
  )
}
