import { FileExcelOutlined } from '@ant-design/icons'
import type { UploadLimits } from '@slotwise/contract'
import { Progress } from 'antd'
import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { FileButton } from '../file-button.tsx'
import { useFileDrop } from '../file-drop.ts'
import { Alert } from '../plain/alert.tsx'
import { plainWords } from '../plain/words.ts'
import { useIsTouch } from '../use-media.ts'
import './sheet-import.css'
import { sheetImportWords } from './sheet-import-words.ts'

type ChooseSheetProps = {
  intro: ReactNode
  limits: UploadLimits
  /** The endings of files that are offered. */
  endings: string
  maxRows: number
  /** What the button and the line below it say, where the file is no sheet of ours. */
  says?: { choose: string; limits: string }
  sheet: {
    name: string
    share: number | undefined
    failure: string | undefined
    send: (file: File) => Promise<void>
  }
  /** Where to get a template. */
  children: ReactNode
}

/** The first step of an import: a file is chosen or dropped, and sent. */
export function ChooseSheet({ intro, limits, endings, maxRows, says, sheet, children }: ChooseSheetProps) {
  const t = useT(sheetImportWords)
  const plain = useT(plainWords)
  const isTouch = useIsTouch()
  const { name, share, failure, send } = sheet
  const take = ([file]: File[]): void => {
    if (file) void send(file)
  }
  const isOver = useFileDrop(take)
  const rows = maxRows.toLocaleString('en-US')
  return (
    <>
      <p className="sw-form-intro">{intro}</p>
      <div className={isOver ? 'sw-drop-place is-large is-over' : 'sw-drop-place is-large'}>
        <FileExcelOutlined aria-hidden="true" />
        {share === undefined ? (
          <FileButton type="primary" accept={`${endings},${limits.types.join()}`} onFiles={take}>
            {says?.choose ?? t(endings.includes('.csv') ? 'chooseAnySheet' : 'chooseSheet')}
          </FileButton>
        ) : (
          <Progress
            percent={Math.round(share * 100)}
            status="active"
            aria-label={t('readingSheet', { name })}
          />
        )}
        {share === undefined ? (
          <>
            {!isTouch && <p>{t('dropSheet')}</p>}
            <p>{says?.limits ?? t('sheetLimits', { rows })}</p>
          </>
        ) : (
          <p>{t('readingSheet', { name })}</p>
        )}
      </div>
      {failure !== undefined && (
        <Alert tone="error">{plain('chosen', { label: name, value: failure })}</Alert>
      )}
      <p className="sw-import-template">{children}</p>
    </>
  )
}
