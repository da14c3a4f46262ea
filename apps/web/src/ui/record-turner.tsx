import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { type ComponentRef, useLayoutEffect, useRef } from 'react'

import { useT } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'
import type { Turns } from '../lib/turns.ts'
import './record-turner.css'
import { uiWords } from './ui-words.ts'

/** The key of the button that had the focus when it was pressed. The page of the next record has a button of its own. */
let focusedKey: string | undefined

/** Leads to the records before and after the open one, in the order of the list. Brackets are their keys. */
export function RecordTurner({ turns }: { turns: Turns | undefined }) {
  const t = useT(uiWords)
  const box = useRef<ComponentRef<typeof Space.Compact>>(null)
  const isShown = turns !== undefined && (turns.before ?? turns.after) !== undefined
  useLayoutEffect(() => {
    if (!isShown) return
    const button = box.current?.nativeElement.querySelector<HTMLElement>(
      `[aria-keyshortcuts="${focusedKey}"]`,
    )
    // The user may have gone elsewhere while the record was loading.
    if (document.activeElement === document.body) button?.focus({ preventScroll: true })
    focusedKey = undefined
  }, [isShown])
  if (!isShown) return null
  const press = async (turn: Turns['before'], key: string, none: string): Promise<void> => {
    if (turns.isTurning || !turn) return
    focusedKey = document.activeElement?.getAttribute('aria-keyshortcuts') === key ? key : undefined
    if (!(await turn())) notify('info', none)
  }
  return (
    <Space.Compact ref={box} className="sw-record-turner">
      <Button
        icon={<LeftOutlined aria-hidden="true" />}
        aria-label={t('recordBefore')}
        title={`${t('recordBefore')} [`}
        aria-keyshortcuts="["
        aria-disabled={!turns.before}
        onClick={() => void press(turns.before, '[', t('firstRecord'))}
      />
      <Button
        icon={<RightOutlined aria-hidden="true" />}
        aria-label={t('recordAfter')}
        title={`${t('recordAfter')} ]`}
        aria-keyshortcuts="]"
        aria-disabled={!turns.after}
        onClick={() => void press(turns.after, ']', t('lastRecord'))}
      />
    </Space.Compact>
  )
}
