import { DeleteOutlined, HolderOutlined } from '@ant-design/icons'
import type { GoodsPicture } from '@slotwise/contract'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { Picture } from '../../ui/picture.tsx'
import { goodsWords } from './goods-words.ts'
import { movedTo, placeAt, placeByKey } from './reorder.ts'

type PictureTilesProps = { pictures: GoodsPicture[]; onChange: (pictures: GoodsPicture[]) => void }
type Drag = { from: number; to: number }

/**
 * Pictures in an order that can be changed: dragged by mouse anywhere on the tile, by finger at its handle (elsewhere a
 * finger scrolls), and moved by the arrow keys on the handle. During a drag only CSS `order` changes: an element that
 * is moved in the DOM would lose its pointer.
 */
export function PictureTiles({ pictures, onChange }: PictureTilesProps) {
  const t = useT(goodsWords)
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const [announcement, setAnnouncement] = useState('')

  const move = (from: number, to: number): void => {
    if (from === to) return
    onChange(movedTo(pictures, from, to))
    setAnnouncement(t('movedTo', { name: pictures[from]?.name ?? '', place: to + 1, count: pictures.length }))
  }
  const moveByKey = (event: KeyboardEvent, from: number): void => {
    const to = placeByKey(event.key, from, pictures.length)
    if (to === undefined) return
    event.preventDefault()
    move(from, to)
  }
  const remove = (index: number): void => {
    onChange(pictures.filter((_, other) => other !== index))
    setAnnouncement(t('pictureRemoved', { name: pictures[index]?.name ?? '' }))
    // The button is gone with its tile; focus a neighbour.
    const tiles = list.current?.querySelectorAll<HTMLElement>('[data-remove]')
    ;(tiles?.[index + 1] ?? tiles?.[index - 1])?.focus()
  }
  const startDrag = (event: PointerEvent<HTMLElement>, from: number): void => {
    const isHandle = event.target instanceof Element && event.target.closest('[data-handle]') !== null
    const isButton = event.target instanceof Element && event.target.closest('[data-remove]') !== null
    if (event.button !== 0 || isButton || (event.pointerType === 'touch' && !isHandle)) return
    const places = [...(list.current?.children ?? [])].map((tile) => tile.getBoundingClientRect())
    const stop = new AbortController()
    let to = from
    const end = (isDropped: boolean): void => {
      stop.abort()
      setDrag(undefined)
      if (isDropped) move(from, to)
    }
    const on = { signal: stop.signal }
    window.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        to = placeAt({ x, y }, places)
        setDrag({ from, to })
      },
      on,
    )
    window.addEventListener('pointerup', () => end(true), on)
    window.addEventListener('pointercancel', () => end(false), on)
  }

  const order = drag
    ? movedTo(
        pictures.map((_, index) => index),
        drag.from,
        drag.to,
      )
    : undefined
  return (
    <>
      {pictures.length > 0 && (
        <ol ref={list} className="sw-picture-tiles">
          {pictures.map((picture, index) => {
            const place = order ? order.indexOf(index) : index
            return (
              <li
                key={picture.img_id}
                style={{ order: place }}
                className={drag?.from === index ? 'is-dragged' : undefined}
                onPointerDown={(event) => startDrag(event, index)}
              >
                <Picture file={picture.file} size="card" alt={picture.name} />
                {place === 0 && <span className="sw-cover-mark">{t('cover')}</span>}
                <button
                  type="button"
                  data-handle
                  className="sw-tile-button is-handle"
                  aria-label={t('movePicture', {
                    name: picture.name,
                    place: index + 1,
                    count: pictures.length,
                  })}
                  title={t('moveHint')}
                  onKeyDown={(event) => moveByKey(event, index)}
                >
                  <HolderOutlined aria-hidden="true" />
                </button>
                <button
                  type="button"
                  data-remove
                  className="sw-tile-button is-remove"
                  aria-label={t('removePicture', { name: picture.name })}
                  title={t('removePicture', { name: picture.name })}
                  onClick={() => remove(index)}
                >
                  <DeleteOutlined aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ol>
      )}
      <p className="sw-visually-hidden" role="status">
        {announcement}
      </p>
    </>
  )
}
