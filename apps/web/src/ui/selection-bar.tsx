import { Button } from 'antd'
import type { ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './ui-words.ts'
import type { Selection } from './selection.ts'

type SelectionBarProps = {
  selection: Pick<Selection<unknown>, 'clear'>
  /** The number of selected rows, as a text. */
  text: string
  /** The actions on them. */
  children: ReactNode
}

export function SelectionBar({ selection, text, children }: SelectionBarProps) {
  const t = useT(uiWords)
  return (
    <div className="sw-selection-bar" role="status">
      <span>{text}</span>
      {children}
      <Button type="link" onClick={selection.clear}>
        {t('chooseNone')}
      </Button>
    </div>
  )
}
