import {
  type ImportChoice,
  importChoices,
  type ImportLike,
  importLikenesses,
  type ImportPreview,
  type ImportRow,
} from '@slotwise/contract'
import { Button, Select } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useChooseImport } from './api.ts'
import { goodsWords } from './goods-words.ts'

const choiceWords = {
  update: 'choiceUpdate',
  skip: 'choiceSkip',
  add: 'choiceAdd',
} as const satisfies Record<ImportChoice, string>
const countWords = { code: 'likeCode', name: 'likeName' } as const
const goodsLike = { code: 'likeGoodsCode', name: 'likeGoodsName' } as const
const manyLike = { code: 'likeManyCode', name: 'likeManyName' } as const
const lineLike = { code: 'likeLineCode', name: 'likeLineName' } as const

type LikeLinesProps = {
  preview: ImportPreview
  /** The likeness whose rows are shown. */
  shown: ImportLike['by'] | undefined
  onShow: (like: ImportLike['by'] | undefined) => void
  onChosen: (preview: ImportPreview) => void
}

/** How many rows resemble goods, with a choice for all of them. */
export function LikeLines({ preview, shown, onShow, onChosen }: LikeLinesProps) {
  const t = useT(goodsWords)
  const { mutateAsync, isPending } = useChooseImport()
  const choose = async (like: ImportLike['by'], choice: ImportChoice): Promise<void> =>
    onChosen(await mutateAsync({ import: preview.import, like, choice }))
  return importLikenesses
    .filter((like) => preview.like[like] > 0)
    .map((like) => (
      <div key={like} className="sw-import-like">
        <Alert tone="info">
          <span>{t(countWords[like], { count: preview.like[like] })}</span>
          <span className="sw-import-like-acts" role="group" aria-label={t('likeAll')}>
            <Button
              size="small"
              aria-pressed={shown === like}
              onClick={() => onShow(shown === like ? undefined : like)}
            >
              {t('likeShow')}
            </Button>
            <span>{t('likeAll')}</span>
            {importChoices.map((choice) => (
              <Button
                key={choice}
                size="small"
                disabled={isPending}
                // The call shows its own failure.
                onClick={() => void choose(like, choice).catch(() => undefined)}
              >
                {t(choiceWords[choice])}
              </Button>
            ))}
          </span>
        </Alert>
      </div>
    ))
}

type LikeRowProps = {
  id: string
  row: ImportRow
  like: ImportLike
  onChosen: (preview: ImportPreview) => void
}

/** What a row resembles, and the choice for it alone. */
export function LikeRow({ id, row, like, onChosen }: LikeRowProps) {
  const t = useT(goodsWords)
  const { mutateAsync, isPending } = useChooseImport()
  const choose = async (choice: ImportChoice): Promise<void> =>
    onChosen(await mutateAsync({ import: id, rows: [row.row], choice }))
  return (
    <span className="sw-import-like-row">
      <span className="sw-import-line">{whyOf(t, like)}</span>
      <Select<ImportChoice>
        size="small"
        aria-label={t('likeRow', { row: row.row })}
        value={row.choice}
        loading={isPending}
        popupMatchSelectWidth={false}
        options={row.choices.map((value) => ({ value, label: t(choiceWords[value]) }))}
        // The call shows its own failure.
        onChange={(choice) => void choose(choice).catch(() => undefined)}
      />
    </span>
  )
}

type T = ReturnType<typeof useT<keyof (typeof goodsWords)['en-US']>>

function whyOf(t: T, { by, goods_id: id, title: name, count, row }: ImportLike): string {
  if (row !== null) return id === null ? t(lineLike[by], { row }) : t('likeTaken', { row, name })
  return id === null ? t(manyLike[by], { count }) : t(goodsLike[by], { name, id })
}
