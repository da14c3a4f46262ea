import type { CSSProperties } from 'react'

import { useTakenOver } from '../../lib/served-page.ts'
import './slot-wall.css'

/**
 * A machine's front as a picture: rows of slots, each with an article and its stock. Now and then one lights up,
 * dispenses its article and is filled again. It moves by CSS alone and stands still for users who prefer reduced
 * motion.
 */
const columns = 8
const rows = 9
const cell = { width: 76, height: 92, gap: 12 }

/** The slots that light up, in order, spread over the wall. */
const turns = [28, 13, 50, 34, 19, 61, 10, 45, 38]
const turnSeconds = 3

const articles = ['capsule', 'box', 'can', 'lipstick', 'bag'] as const
type Article = (typeof articles)[number]

/** One kind of article per pair of rows, as in a real machine, with some variety. */
const articleAt = (row: number, column: number): Article =>
  articles[(row + Math.floor(column / 3) + ((row * 7 + column * 3) % 11 === 0 ? 1 : 0)) % articles.length] ??
  'box'

/** The stock: mostly high, here and there nearly empty. */
const stockAt = (row: number, column: number): number => 1 + ((row * 5 + column * 7 + row * column) % 5)

const slots = Array.from({ length: rows * columns }, (_, i) => {
  const row = Math.floor(i / columns)
  const column = i % columns
  const turn = turns.indexOf(i)
  return {
    x: column * (cell.width + cell.gap),
    y: row * (cell.height + cell.gap),
    article: articleAt(row, column),
    stock: stockAt(row, column),
    turn: turn < 0 ? undefined : turn,
  }
})

const size = {
  width: columns * (cell.width + cell.gap) - cell.gap,
  height: rows * (cell.height + cell.gap) - cell.gap,
}

export function SlotWall() {
  // Decoration of forty kilobytes, which is not sent with the page.
  const isDrawn = useTakenOver()
  return (
    <svg
      className="sw-wall"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {isDrawn &&
        slots.map(({ x, y, article, stock, turn }) => (
          <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
            <g className="sw-wall-slot" data-turn={turn} style={delayOf(turn)}>
              <rect className="sw-wall-slot-frame" width={cell.width} height={cell.height} rx="10" />
              <g className="sw-wall-slot-article">
                <ArticleShape article={article} />
              </g>
              {[0, 1, 2, 3, 4].map((i) => (
                <rect
                  key={i}
                  className="sw-wall-slot-stock"
                  data-full={i < stock || undefined}
                  data-last={i === stock - 1 || undefined}
                  x={12 + i * 10.8}
                  y="78"
                  width="8.4"
                  height="3"
                  rx="1.5"
                />
              ))}
            </g>
          </g>
        ))}
    </svg>
  )
}

/** The cycle has already begun when the page opens, so that the first slot is lit at once. */
const delayOf = (turn: number | undefined): CSSProperties | undefined =>
  turn === undefined ? undefined : ({ '--delay': `${turn * turnSeconds - 0.6}s` } as CSSProperties)

function ArticleShape({ article }: { article: Article }) {
  switch (article) {
    case 'capsule':
      return (
        <>
          <circle cx="38" cy="42" r="17" />
          <path d="M21 42a17 17 0 0 0 34 0Z" className="sw-wall-slot-shade" />
        </>
      )
    case 'box':
      return (
        <>
          <rect x="21" y="24" width="34" height="36" rx="4" />
          <rect x="21" y="36" width="34" height="11" className="sw-wall-slot-shade" />
        </>
      )
    case 'can':
      return (
        <>
          <rect x="26" y="19" width="24" height="42" rx="6" />
          <rect x="26" y="31" width="24" height="18" className="sw-wall-slot-shade" />
        </>
      )
    case 'lipstick':
      return (
        <>
          <path d="M33 34V23l10-6v17Z" />
          <rect x="30" y="35" width="16" height="26" rx="3" className="sw-wall-slot-shade" />
        </>
      )
    case 'bag':
      return (
        <>
          <path d="M23 31h30l3 26a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4Z" />
          <path d="M31 35v-8a7 7 0 0 1 14 0v8" className="sw-wall-slot-line" />
        </>
      )
  }
}
