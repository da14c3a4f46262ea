import { DownloadOutlined } from '@ant-design/icons'
import {
  jobCalls,
  slotCalls,
  slotImportMaxRows,
  type SlotImportPreview,
  slotSheetUpload,
} from '@slotwise/contract'
import { Button, Drawer } from 'antd'
import { useState } from 'react'

import { slotReads } from '../../entities/device/api.ts'
import { useTellChanged, useUndoGoodsSlots } from '../../entities/slot/goods-slots.ts'
import { slotSheetWords } from '../../entities/slot/slot-sheet-words.ts'
import { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { useCall, useChange } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import '../../ui/form-drawer.css'
import { formatInstant } from '../../ui/instant.tsx'
import { tellStarted } from '../../ui/jobs.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { ChooseSheet } from '../../ui/sheet-import/choose-sheet.tsx'
import { useSheet } from '../../ui/sheet-import/use-sheet.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { SlotImportTable } from './slot-import-table.tsx'
import { slotImportWords } from './slot-import-words.ts'

/**
 * A sheet changes slots in two steps: it is chosen and sent, and the preview shows what it would change; then it is
 * applied at once, and the answer names what was left out.
 */
export function SlotImport({ onClose }: { onClose: () => void }) {
  const t = useT(slotImportWords)
  const slot = useT(slotSheetWords)
  const ui = useT(uiWords)
  const isPhone = useIsPhone()
  const sheet = useSheet(slotCalls.previewSlotImport)
  const { mutateAsync, isPending } = useChange(slotCalls.applySlotImport, {
    refreshes: [...slotReads, slotCalls.getSlotImportUndo],
    inline: true,
  })
  const tellChanged = useTellChanged()
  const [refusal, setRefusal] = useState<string>()
  useFocusReturn()
  const { preview } = sheet
  // After a refusal there is nothing left to lose.
  const isOpen = preview !== undefined && preview.change > 0 && refusal === undefined
  const { requestLeave, leaveSaved, question } = useUnsavedGuard(isOpen, onClose)
  const apply = async (id: string): Promise<void> => {
    setRefusal(undefined)
    try {
      tellChanged(await mutateAsync({ import: id }))
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
      title={slot('importSlots')}
      size={isPhone ? '100%' : preview ? 960 : 520}
      onClose={requestLeave}
      footer={
        <div className="sw-form-drawer-buttons">
          <Button onClick={requestLeave}>{ui('cancel')}</Button>
          {preview && (
            <Button
              type="primary"
              loading={isPending}
              disabled={preview.change === 0}
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
        <SlotImportTable preview={preview} name={sheet.name} onAgain={chooseAgain} />
      ) : (
        <>
          <LastImport />
          <ChooseSheet
            intro={t('intro')}
            limits={slotSheetUpload}
            endings=".xlsx,.csv"
            maxRows={slotImportMaxRows}
            sheet={sheet}
          >
            <Template />
          </ChooseSheet>
        </>
      )}
      {question}
    </Drawer>
  )
}

type T = ReturnType<typeof useT<keyof (typeof slotImportWords)['en-US']>>

/** Says what the button does: how many slots change, and how many rows are left out. */
function applyLabel(t: T, { change: count, error }: SlotImportPreview): string {
  if (count === 0) return t('nothing')
  return error > 0 ? t('applyLeavingOut', { count, error }) : t('apply', { count })
}

/** The slots as they are: the best template. */
function Template() {
  const t = useT(slotImportWords)
  const ui = useT(uiWords)
  const { mutate, isPending } = useChange(slotCalls.exportDevChannel, { refreshes: [jobCalls.getJobs] })
  return (
    <>
      {t('templateHint')}
      <Button
        type="link"
        icon={<DownloadOutlined aria-hidden="true" />}
        loading={isPending}
        onClick={() =>
          mutate(
            { all: true, contents: ['place', 'goods', 'price', 'stock'] },
            { onSuccess: (receipt) => tellStarted(receipt, ui('exportStarted')) },
          )
        }
      >
        {t('template')}
      </Button>
    </>
  )
}

/** Offers to undo the reader's last import for as long as the server keeps it. */
function LastImport() {
  const t = useT(slotImportWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const { data } = useCall(slotCalls.getSlotImportUndo, {})
  const undo = useUndoGoodsSlots()
  const [isBusy, setIsBusy] = useState(false)
  if (!data?.undo) return null
  const { change, slots: count, at } = data.undo
  const run = async (): Promise<void> => {
    setIsBusy(true)
    // The call shows its own failure.
    await undo(change).catch(() => undefined)
    setIsBusy(false)
  }
  return (
    <div className="sw-import-last">
      <Alert tone="info">
        {t('lastImport', { count, time: formatInstant(at, offset).slice(11) })}{' '}
        <Button size="small" loading={isBusy} onClick={() => void run()}>
          {t('undo')}
        </Button>
      </Alert>
    </div>
  )
}
