import { CheckOutlined } from '@ant-design/icons'
import { type GoodsPicture, type Image, imagePageSize } from '@slotwise/contract'
import { Button, Modal } from 'antd'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { SearchFilter } from '../../ui/filters.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { Paging } from '../../ui/paging.tsx'
import { Picture } from '../../ui/picture.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { usePictures } from './api.ts'
import { goodsWords } from './goods-words.ts'

type GalleryPickerProps = {
  /** How many more pictures the goods can take. */
  room: number
  /** The pictures that the goods have already. */
  taken: readonly string[]
  onChosen: (pictures: GoodsPicture[]) => void
  onClose: () => void
}

/** Selects several pictures of the gallery, across pages and searches. */
export function GalleryPicker({ room, taken, onChosen, onClose }: GalleryPickerProps) {
  const t = useT(goodsWords)
  const ui = useT(uiWords)
  // On a wide screen twice as many as a page of the gallery, because they are small here.
  const size = useIsPhone() ? imagePageSize : imagePageSize * 2
  const [q, setQ] = useState<string>()
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly Image[]>([])
  const query = usePictures({ filter: { q }, page, size })
  const toggle = (picture: Image): void =>
    setChosen((now) =>
      now.some((one) => one.img_id === picture.img_id)
        ? now.filter((one) => one.img_id !== picture.img_id)
        : [...now, picture],
    )
  return (
    <Modal
      open
      centered
      width={680}
      className="sw-gallery-picker"
      title={t('fromGallery')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button
            type="primary"
            disabled={chosen.length === 0}
            onClick={() => {
              onChosen([...chosen])
              onClose()
            }}
          >
            {t('usePictures', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <SearchFilter
        label={t('searchPictures')}
        hint={t('searchPicturesHint')}
        value={q}
        onChange={(text) => {
          setQ(text)
          setPage(1)
        }}
      />
      <p className="sw-gallery-room" role="status">
        {t('chosenOf', { count: chosen.length, max: room })}
      </p>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data?.count === 0 ? (
        <EmptyState title={q ? ui('noneFound') : t('noPictures')} hint={q ? '' : t('noPicturesHint')} />
      ) : (
        <>
          <ul className="sw-gallery-grid" aria-busy={query.isFetching}>
            {query.data?.data.map((picture) => (
              <li key={picture.img_id}>
                <Choice
                  picture={picture}
                  place={chosen.findIndex((one) => one.img_id === picture.img_id)}
                  isTaken={taken.includes(picture.img_id)}
                  isFull={chosen.length >= room}
                  onToggle={() => toggle(picture)}
                />
              </li>
            ))}
          </ul>
          {query.data && (
            <Paging
              state={{ page, size, standardSize: size, setPage }}
              list={query.data}
              fixedSize
              counted={{ total: (count) => t('picturesTotal', { count }) }}
            />
          )}
        </>
      )}
    </Modal>
  )
}

type ChoiceProps = {
  picture: Image
  /** The position among the selected pictures; -1 when it is not selected. */
  place: number
  isTaken: boolean
  isFull: boolean
  onToggle: () => void
}

function Choice({ picture, place, isTaken, isFull, onToggle }: ChoiceProps) {
  const t = useT(goodsWords)
  const isChosen = place >= 0
  return (
    <button
      type="button"
      className="sw-gallery-choice"
      aria-pressed={isChosen || isTaken}
      disabled={isTaken || (isFull && !isChosen)}
      title={isTaken ? t('alreadyTaken') : picture.name}
      onClick={onToggle}
    >
      <Picture file={picture.file} size="card" alt="" />
      <span className="sw-gallery-name">{picture.name}</span>
      {isTaken && (
        <span className="sw-gallery-mark" aria-hidden="true">
          <CheckOutlined />
        </span>
      )}
      {isChosen && (
        <span className="sw-gallery-mark is-chosen" aria-hidden="true">
          {place + 1}
        </span>
      )}
    </button>
  )
}
