import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'

import { useT } from '../lib/i18n.tsx'
import { moved } from './moved.ts'
import './sortable-list.css'
import { sortableWords } from './sortable-words.ts'

type SortableListProps<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** The items in their new order. */
  onSort: (items: Item[]) => void
  /** Too many to sort, or nothing to sort. */
  fixed?: boolean
  children: (item: Item, place: number) => ReactNode
}

type Drag = { from: number; to: number }
type Control = 'drag' | 'up' | 'down'

/** How near to an edge of the list a dragged item scrolls it, and how far. */
const edge = { px: 28, step: 14 }

/**
 * Items that are put in order: dragged by a handle with mouse or finger, moved by the arrow keys on the handle, or by
 * buttons. While one is dragged, a line shows where it would go; the items themselves stay, because a finger's events
 * end with the element that it touched.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, keyOf, nameOf, onSort, fixed = false, children } = props
  const t = useT(sortableWords)
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const [last, setLast] = useState<{ name: string; place: number; count: number }>()
  const focusNext = useRef<{ key: string; control: Control }>(undefined)

  // Moving an element takes the focus from it. The item is at its new place when this runs.
  useEffect(() => {
    const wanted = focusNext.current
    focusNext.current = undefined
    if (!wanted) return
    const row = [...(list.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset['key'] === wanted.key,
    )
    const control = row?.querySelector<HTMLButtonElement>(`[data-control="${wanted.control}"]:not(:disabled)`)
    ;(control ?? row?.querySelector<HTMLButtonElement>('[data-control="drag"]'))?.focus()
  })

  const move = (from: number, to: number, control: Control): void => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || from === to) return
    focusNext.current = { key: keyOf(item), control }
    setLast({ name: nameOf(item), place: to + 1, count: items.length })
    onSort(moved(items, from, to))
  }

  const onKeyDown = (event: KeyboardEvent, from: number): void => {
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(from, to, 'drag')
  }

  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])]
    const below = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect()
      return y < top + height / 2
    })
    return below === -1 ? rows.length : below
  }

  const begin = (event: ReactPointerEvent, from: number): void => {
    if (event.button !== 0) return
    const target = (y: number): number => {
      const place = placeAt(y)
      return place > from ? place - 1 : place
    }
    let to = from
    const follow = ({ clientY: y }: PointerEvent): void => {
      scrollNear(list.current, y)
      to = target(y)
      setDrag({ from, to })
    }
    const stop = (): void => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', escape)
      setDrag(undefined)
    }
    const drop = (): void => {
      stop()
      move(from, to, 'drag')
    }
    const escape = ({ key }: globalThis.KeyboardEvent): void => {
      if (key === 'Escape') stop()
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', escape)
  }

  return (
    <>
      <ol ref={list} className="sw-sortable" aria-label={label} data-dragging={drag ? true : undefined}>
        {items.map((item, place) => (
          <li key={keyOf(item)} data-key={keyOf(item)} data-drag={markOf(drag, place)}>
            {!fixed && (
              <button
                type="button"
                className="sw-sortable-handle"
                data-control="drag"
                aria-label={t('drag', { name: nameOf(item) })}
                onPointerDown={(event) => begin(event, place)}
                onKeyDown={(event) => onKeyDown(event, place)}
              >
                <HolderOutlined aria-hidden="true" />
              </button>
            )}
            <div className="sw-sortable-item">{children(item, place)}</div>
            {!fixed && (
              <span className="sw-sortable-buttons">
                <Button
                  type="text"
                  size="small"
                  data-control="up"
                  icon={<ArrowUpOutlined aria-hidden="true" />}
                  aria-label={t('up', { name: nameOf(item) })}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1, 'up')}
                />
                <Button
                  type="text"
                  size="small"
                  data-control="down"
                  icon={<ArrowDownOutlined aria-hidden="true" />}
                  aria-label={t('down', { name: nameOf(item) })}
                  disabled={place === items.length - 1}
                  onClick={() => move(place, place + 1, 'down')}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      <span className="sw-visually-hidden" role="status">
        {last && t('moved', last)}
      </span>
    </>
  )
}

/** The dragged item, and the one that shows the line where it would go. */
function markOf(drag: Drag | undefined, place: number): 'dragged' | 'before' | 'after' | undefined {
  if (!drag) return undefined
  if (place === drag.from) return 'dragged'
  if (place !== drag.to) return undefined
  return drag.to < drag.from ? 'before' : 'after'
}

function scrollNear(list: HTMLElement | null, y: number): void {
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + edge.px) list.scrollTop -= edge.step
  if (y > bottom - edge.px) list.scrollTop += edge.step
}
