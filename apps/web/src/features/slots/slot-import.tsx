import {
  jobCalls,
  slotCalls,
  slotImportMaxRows,
  type SlotImportPreview,
  slotSheetUpload,
} from '@slotwise/contract'

import { slotReads } from '../../entities/device/api.ts'
import { useTellChanged, useUndoGoodsSlots } from '../../entities/slot/goods-slots.ts'
import { slotSheetWords } from '../../entities/slot/slot-sheet-words.ts'
import { slashedBy, useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import { useT } from '../../lib/i18n.tsx'
import { useCall, useChange } from '../../lib/query.ts'
import { tellStarted } from '../../ui/jobs.ts'
import { ChooseSheet } from '../../ui/sheet-import/choose-sheet.tsx'
import { ImportDrawer } from '../../ui/sheet-import/import-drawer.tsx'
import { TemplateButton } from '../../ui/sheet-import/template-button.tsx'
import { useSheet } from '../../ui/sheet-import/use-sheet.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { UndoLine } from '../../ui/undo-line.tsx'
import { SlotImportTable } from './slot-import-table.tsx'
import { slotImportWords } from './slot-import-words.ts'

/** A sheet changes slots. It is applied at once, and the answer names what was left out. */
export function SlotImport({ onClose }: { onClose: () => void }) {
  const t = useT(slotImportWords)
  const slot = useT(slotSheetWords)
  const sheet = useSheet(slotCalls.previewSlotImport)
  const { mutateAsync, isPending } = useChange(slotCalls.applySlotImport, {
    refreshes: [...slotReads, slotCalls.getSlotImportUndo],
    inline: true,
  })
  const tellChanged = useTellChanged()
  const { askIfDrastic, question } = useDrasticQuestion()
  const { preview } = sheet
  return (
    <ImportDrawer
      title={slot('importSlots')}
      shown={
        preview && { import: preview.import, changes: preview.change, applyLabel: applyLabel(t, preview) }
      }
      apply={async (id) => {
        await askIfDrastic(slashedBy(preview))
        tellChanged(await mutateAsync({ import: id }))
      }}
      question={question}
      isApplying={isPending}
      forget={sheet.forget}
      onClose={onClose}
    >
      {(chooseAgain) =>
        preview ? (
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
        )
      }
    </ImportDrawer>
  )
}

type T = ReturnType<typeof useT<keyof (typeof slotImportWords)['en-US']>>

/** Says what the button does: how many slots change, and how many rows are left out. */
function applyLabel(t: T, { change: count, error }: SlotImportPreview): string {
  if (count === 0) return t('nothing')
  return error > 0 ? t('applyLeavingOut', { count, error }) : t('apply', { count })
}

/** The slots as they are. */
function Template() {
  const t = useT(slotImportWords)
  const ui = useT(uiWords)
  const { mutate, isPending } = useChange(slotCalls.exportDevChannel, { refreshes: [jobCalls.getJobs] })
  return (
    <>
      {t('templateHint')}
      <TemplateButton
        isPending={isPending}
        onClick={() =>
          mutate(
            { all: true, contents: ['place', 'goods', 'price', 'stock'] },
            { onSuccess: (receipt) => tellStarted(receipt, ui('exportStarted')) },
          )
        }
      >
        {t('template')}
      </TemplateButton>
    </>
  )
}

/** Offers to undo the reader's last import for as long as the server keeps it. */
function LastImport() {
  const t = useT(slotImportWords)
  const { data } = useCall(slotCalls.getSlotImportUndo, {})
  const undo = useUndoGoodsSlots()
  if (!data?.undo) return null
  const { change, slots: count, at } = data.undo
  return (
    <UndoLine
      at={at}
      text={(time) => t('lastImport', { count, time })}
      label={t('undo')}
      undo={() => undo(change)}
    />
  )
}
