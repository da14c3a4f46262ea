import { mediaFieldWords, type Image } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { Picture } from '../../ui/picture.tsx'
import { RowAction } from '../../ui/row-actions.tsx'
import { CardGrid } from './card-grid.tsx'
import { inMegabytes } from './file-size.ts'
import { goodsWords } from './goods-words.ts'

type PictureCardsProps = {
  pictures: Image[]
  busy: boolean
  onOpen: (picture: Image) => void
  onCrop: (picture: Image) => void
  actions: (picture: Image) => ReactNode
}

export function PictureCards({ pictures, busy, onOpen, onCrop, actions }: PictureCardsProps) {
  const t = useT(goodsWords)
  const field = useT(mediaFieldWords)
  return (
    <CardGrid label={field('imageGallery')} busy={busy}>
      {pictures.map((picture) => (
        <li key={picture.img_id} className="sw-picture-card is-square">
          <Picture file={picture.file} size="card" alt="" />
          <h2 className="sw-picture-card-name">
            <button
              type="button"
              className="sw-card-opener"
              title={picture.name}
              onClick={() => onOpen(picture)}
            >
              <span>{picture.name}</span>
            </button>
          </h2>
          <PictureFacts picture={picture} />
          <div className="sw-card-ways">
            <RowAction
              label={t('crop')}
              fullLabel={`${t('crop')}: ${picture.name}`}
              onClick={() => onCrop(picture)}
            />
            {actions(picture)}
          </div>
        </li>
      ))}
    </CardGrid>
  )
}

export function PictureFacts({ picture: { width, height, bytes, used } }: { picture: Image }) {
  const t = useT(goodsWords)
  return (
    <p className="sw-card-facts">
      <span className="sw-figures">
        {width} × {height}
      </span>
      <span className="sw-figures">{inMegabytes(bytes)}</span>
      <span>{used > 0 ? t('usedBy', { count: used }) : t('unused')}</span>
    </p>
  )
}
