import { DownloadOutlined } from '@ant-design/icons'
import { goodsCalls, importMaxRows, type ImportPreview, sheetUpload } from '@slotwise/contract'
import { Button, Drawer } from 'antd'
import { useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import '../../ui/form-drawer.css'
import { tellStarted } from '../../ui/jobs.ts'
import { ChooseSheet } from '../../ui/sheet-import/choose-sheet.tsx'
import { useSheet } from '../../ui/sheet-import/use-sheet.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { useApplyImport, useExportAll, useHasGoods } from './api.ts'
import { ImportTable } from './import-table.tsx'
import { goodsWords } from './goods-words.ts'

type ImportDrawerProps = {
  /** Called with the job that carries out the import. */
  onStarted: (job: string) => void
  onClose: () => void
}

/**
 * A sheet becomes goods in three steps: it is chosen and sent; the preview shows what it would change, and nothing has
 * changed yet; then a job carries it out, which the tray in the header shows.
 */
export function ImportDrawer({ onStarted, onClose }: ImportDrawerProps) {
  const t = useT(goodsWords)
  const ui = useT(uiWords)
  const isPhone = useIsPhone()
  const sheet = useSheet(goodsCalls.previewImport)
  const { mutateAsync, isPending: isSending } = useApplyImport()
  const [refusal, setRefusal] = useState<string>()
  useFocusReturn()

  const { preview } = sheet
  // After a refusal there is nothing left to lose.
  const isPending = preview !== undefined && preview.add + preview.change > 0 && refusal === undefined
  const { requestLeave, leaveSaved, question } = useUnsavedGuard(isPending, onClose)
  const apply = async (id: string): Promise<void> => {
    setRefusal(undefined)
    try {
      const { job } = await mutateAsync({ import: id })
      notify('info', t('importStarted'))
      onStarted(job)
      leaveSaved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error.message)
    }
  }
  const chooseAgain = (): void => {
    setRefusal(undefined)
    sheet.forget()
  }
  return (
    <Drawer
      open
      rootClassName="sw-import-drawer"
      title={t('importGoods')}
      size={isPhone ? '100%' : preview ? 960 : 520}
      onClose={requestLeave}
      footer={
        <div className="sw-form-drawer-buttons">
          <Button onClick={requestLeave}>{ui('cancel')}</Button>
          {preview && (
            <Button
              type="primary"
              loading={isSending}
              disabled={preview.add + preview.change === 0}
              onClick={() => void apply(preview.import)}
            >
              {applyLabel(t, preview)}
            </Button>
          )}
        </div>
      }
    >
      {refusal !== undefined && <Alert tone="error">{refusal}</Alert>}
      {preview ? (
        <ImportTable preview={preview} name={sheet.name} onAgain={chooseAgain} onChosen={sheet.setPreview} />
      ) : (
        <ChooseSheet
          intro={t('importIntro')}
          limits={sheetUpload}
          endings=".xlsx"
          maxRows={importMaxRows}
          sheet={sheet}
        >
          <Template />
        </ChooseSheet>
      )}
      {question}
    </Drawer>
  )
}

type T = ReturnType<typeof useT<keyof (typeof goodsWords)['en-US']>>

/** Says what the button does: how many rows are imported, and how many are left out. */
function applyLabel(t: T, { add, change, skip, error }: ImportPreview): string {
  const count = add + change
  if (count === 0) return t('nothingToImport')
  const left = skip + error
  return left > 0 ? t('importLeavingOut', { count, error: left }) : t('importCount', { count })
}

/** The catalogue as it is: the best template. */
function Template() {
  const t = useT(goodsWords)
  const { mutate, isPending } = useExportAll()
  const ui = useT(uiWords)
  const hasGoods = useHasGoods()
  return (
    <>
      {t(hasGoods === false ? 'emptyTemplateHint' : 'templateHint')}
      <Button
        type="link"
        icon={<DownloadOutlined aria-hidden="true" />}
        loading={isPending}
        onClick={() =>
          mutate({ condition: {} }, { onSuccess: (receipt) => tellStarted(receipt, ui('exportStarted')) })
        }
      >
        {t(hasGoods === false ? 'emptyTemplate' : 'template')}
      </Button>
    </>
  )
}
