import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { goodsCalls, importMaxRows, type ImportPreview, sheetUpload } from '@slotwise/contract'
import { Button, Drawer, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { isAbort, refusalOf, upload } from '../../lib/upload.ts'
import '../../ui/form-drawer.css'
import { FileButton } from '../../ui/file-button.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { tellStarted } from '../../ui/jobs.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { plainWords } from '../../ui/plain/words.ts'
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useIsPhone, useIsTouch } from '../../ui/use-media.ts'
import { useApplyImport, useExportAll, useHasGoods } from './api.ts'
import { ImportTable } from './import-table.tsx'
import './import.css'
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
  const sheet = useSheet()
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
        <ImportTable preview={preview} name={sheet.name} onAgain={sheet.forget} />
      ) : (
        <ChooseSheet {...sheet} />
      )}
      {question}
    </Drawer>
  )
}

type T = ReturnType<typeof useT<keyof (typeof goodsWords)['en-US']>>

/** Says what the button does: how many rows are imported, and how many are left out. */
function applyLabel(t: T, { add, change, error }: ImportPreview): string {
  const count = add + change
  if (count === 0) return t('nothingToImport')
  return error > 0 ? t('importLeavingOut', { count, error }) : t('importCount', { count })
}

/** Uploads the file and holds the server's preview. */
function useSheet() {
  const [name, setName] = useState('')
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [preview, setPreview] = useState<ImportPreview>()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(new DOMException('left', 'AbortError')), [])

  const send = async (file: File): Promise<void> => {
    control.current?.abort(new DOMException('another one', 'AbortError'))
    const current = new AbortController()
    control.current = current
    setName(file.name)
    setPreview(undefined)
    const refused = refusalOf(file, sheetUpload, 'badSheet')
    setFailure(refused?.message)
    if (refused) return
    setShare(0)
    try {
      setPreview(
        await upload(goodsCalls.previewImport, file, { signal: current.signal, onProgress: setShare }),
      )
    } catch (error) {
      if (isAbort(error)) return
      if (!(error instanceof CallError)) throw error
      setFailure(error.errors[0]?.message ?? error.message)
    } finally {
      if (control.current === current) setShare(undefined)
    }
  }
  return { name, share, failure, preview, send, forget: () => setPreview(undefined) }
}

type ChooseSheetProps = Pick<ReturnType<typeof useSheet>, 'name' | 'share' | 'failure' | 'send'>

function ChooseSheet({ name, share, failure, send }: ChooseSheetProps) {
  const t = useT(goodsWords)
  const { mutate, isPending } = useExportAll()
  const ui = useT(uiWords)
  const plain = useT(plainWords)
  const hasGoods = useHasGoods()
  const isTouch = useIsTouch()
  const take = ([file]: File[]): void => {
    if (file) void send(file)
  }
  const isOver = useFileDrop(take)
  const rows = importMaxRows.toLocaleString('en-US')
  return (
    <>
      <p className="sw-form-intro">{t('importIntro')}</p>
      <div className={isOver ? 'sw-drop-place is-large is-over' : 'sw-drop-place is-large'}>
        <FileExcelOutlined aria-hidden="true" />
        {share === undefined ? (
          <FileButton type="primary" accept={`.xlsx,${sheetUpload.types.join()}`} onFiles={take}>
            {t('chooseSheet')}
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
            <p>{t('sheetLimits', { rows })}</p>
          </>
        ) : (
          <p>{t('readingSheet', { name })}</p>
        )}
      </div>
      {failure !== undefined && (
        <Alert tone="error">{plain('chosen', { label: name, value: failure })}</Alert>
      )}
      <p className="sw-import-template">
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
      </p>
    </>
  )
}
