import { type CSSProperties, type PointerEvent, useEffect, useEffectEvent, useId, useRef } from 'react'

import { useT } from '../../lib/i18n.tsx'
import {
  type Box,
  boxByKey,
  type Corner,
  movedBox,
  resizedBox,
  type Size,
  zoomedBox,
  zoomOf,
} from './crop-box.ts'
import { goodsWords } from './goods-words.ts'

type CropStageProps = {
  source: string
  picture: Size
  box: Box
  ratio: number | undefined
  onBox: (box: Box) => void
}

const corners: Corner[] = ['nw', 'ne', 'sw', 'se']

/** The picture with the crop highlighted: drag it, drag its corners, turn the wheel, or use the keyboard. */
export function CropStage({ source, picture, box, ratio, onBox }: CropStageProps) {
  const t = useT(goodsWords)
  const stage = useRef<HTMLDivElement>(null)
  const hintId = useId()
  useWheel(stage, (turn) =>
    onBox(zoomedBox(box, zoomOf(box, picture) * (turn < 0 ? 1.08 : 1 / 1.08), picture)),
  )

  // Computes from the start of the drag, so that rounding does not add up.
  const follow = (event: PointerEvent<HTMLElement>, change: (dx: number, dy: number) => Box): void => {
    if (event.button !== 0) return
    event.stopPropagation()
    const frame = stage.current?.getBoundingClientRect()
    if (!frame) return
    const held: HTMLElement = event.currentTarget
    held.setPointerCapture(event.pointerId)
    const scale = picture.width / frame.width
    const [startX, startY] = [event.clientX, event.clientY]
    const stop = new AbortController()
    const on = { signal: stop.signal }
    held.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => onBox(change((clientX - startX) * scale, (clientY - startY) * scale)),
      on,
    )
    held.addEventListener('pointerup', () => stop.abort(), on)
    held.addEventListener('pointercancel', () => stop.abort(), on)
  }

  const share = (part: number, whole: number): string => `${(part / whole) * 100}%`
  const place: CSSProperties = {
    left: share(box.x, picture.width),
    top: share(box.y, picture.height),
    width: share(box.width, picture.width),
    height: share(box.height, picture.height),
  }
  return (
    <div className="sw-crop-stage">
      <div
        ref={stage}
        className="sw-crop-picture"
        style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
      >
        <img src={source} alt="" draggable={false} />
        <button
          type="button"
          className="sw-crop-box"
          style={place}
          aria-label={t('cropArea')}
          aria-describedby={hintId}
          onPointerDown={(event) => follow(event, (dx, dy) => movedBox(box, dx, dy, picture))}
          onKeyDown={(event) => {
            const next = boxByKey(box, event, picture, ratio)
            if (!next) return
            event.preventDefault()
            onBox(next)
          }}
        >
          {corners.map((corner) => (
            <span
              key={corner}
              className={`sw-crop-corner is-${corner}`}
              onPointerDown={(event) =>
                follow(event, (dx, dy) => resizedBox(box, corner, [dx, dy], picture, ratio))
              }
            />
          ))}
        </button>
      </div>
      <p id={hintId} className="sw-crop-hint">
        {t('cropHint')}
      </p>
    </div>
  )
}

/** React's wheel listeners are passive and cannot prevent scrolling, so this adds its own. */
function useWheel(stage: React.RefObject<HTMLElement | null>, onTurn: (turn: number) => void): void {
  const turned = useEffectEvent(onTurn)
  useEffect(() => {
    const element = stage.current
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      turned(event.deltaY)
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [stage])
}
