import { goodsCalls, importMaxRows, type ImportPreview, sheetUpload } from '@slotwise/contract'

import { slashedBy, useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { tellStarted } from '../../ui/jobs.ts'
import { ChooseSheet } from '../../ui/sheet-import/choose-sheet.tsx'
import { ImportDrawer } from '../../ui/sheet-import/import-drawer.tsx'
import { TemplateButton } from '../../ui/sheet-import/template-button.tsx'
import { useSheet } from '../../ui/sheet-import/use-sheet.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { useApplyImport, useExportAll, useHasGoods } from './api.ts'
import { goodsWords } from './goods-words.ts'
import { ImportTable } from './import-table.tsx'

type GoodsImportProps = {
  /** Called with the job that carries out the import. */
  onStarted: (job: string) => void
  onClose: () => void
}

/** A sheet becomes goods. A job carries it out, which the tray in the header shows. */
export function GoodsImport({ onStarted, onClose }: GoodsImportProps) {
  const t = useT(goodsWords)
  const sheet = useSheet(goodsCalls.previewImport)
  const { mutateAsync, isPending } = useApplyImport()
  const { askIfDrastic, question } = useDrasticQuestion()
  const { preview } = sheet
  const apply = async (id: string): Promise<void> => {
    await askIfDrastic({ ...slashedBy(preview), isListPrice: true })
    const { job } = await mutateAsync({ import: id })
    notify('info', t('importStarted'))
    onStarted(job)
  }
  return (
    <ImportDrawer
      title={t('importGoods')}
      shown={
        preview && {
          import: preview.import,
          changes: preview.add + preview.change,
          applyLabel: applyLabel(t, preview),
        }
      }
      apply={apply}
      question={question}
      isApplying={isPending}
      forget={sheet.forget}
      onClose={onClose}
    >
      {(chooseAgain) =>
        preview ? (
          <ImportTable
            preview={preview}
            name={sheet.name}
            onAgain={chooseAgain}
            onChosen={sheet.setPreview}
          />
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
        )
      }
    </ImportDrawer>
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

/** The catalogue as it is. */
function Template() {
  const t = useT(goodsWords)
  const { mutate, isPending } = useExportAll()
  const ui = useT(uiWords)
  const hasGoods = useHasGoods()
  return (
    <>
      {t(hasGoods === false ? 'emptyTemplateHint' : 'templateHint')}
      <TemplateButton
        isPending={isPending}
        onClick={() =>
          mutate({ condition: {} }, { onSuccess: (receipt) => tellStarted(receipt, ui('exportStarted')) })
        }
      >
        {t(hasGoods === false ? 'emptyTemplate' : 'template')}
      </TemplateButton>
    </>
  )
}
