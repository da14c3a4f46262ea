/** How many uploads and styles may wait to be drawn, and for how long. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { inStyleTurn, inUploadTurn } from './drawing-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Outcome = 'waits' | 'drawn' | 'refused'

/** Drawings that all wait for the first one. `end` ends that, and with it all. */
function line() {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const outcomes: Outcome[] = []
  const draw = (turn: (work: () => Promise<void>) => Promise<void>): void => {
    const place = outcomes.push('waits') - 1
    turn(() => promise).then(
      () => (outcomes[place] = 'drawn'),
      () => (outcomes[place] = 'refused'),
    )
  }
  const upload = (merchant: string, count: number): void => {
    for (let i = 0; i < count; i += 1) draw((work) => inUploadTurn(merchant, work))
  }
  const style = (count: number): void => {
    for (let i = 0; i < count; i += 1) draw(inStyleTurn)
  }
  const counts = async () => {
    await vi.advanceTimersByTimeAsync(0)
    const of = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
    return { waits: of('waits'), drawn: of('drawn'), refused: of('refused') }
  }
  return { upload, style, counts, end }
}

test('one upload is drawn, and twelve of a merchant may wait', async () => {
  const { upload, counts, end } = line()
  upload('one', 13)
  expect(await counts()).toEqual({ waits: 13, drawn: 0, refused: 0 })
  upload('one', 1)
  expect(await counts()).toEqual({ waits: 13, drawn: 0, refused: 1 })
  upload('two', 1)
  expect(await counts()).toEqual({ waits: 14, drawn: 0, refused: 1 })
  end()
  expect(await counts()).toEqual({ waits: 0, drawn: 14, refused: 1 })
})

test('forty uploads of all merchants may wait', async () => {
  const { upload, counts, end } = line()
  upload('first', 1)
  for (const merchant of ['one', 'two', 'three', 'four']) upload(merchant, 10)
  expect(await counts()).toEqual({ waits: 41, drawn: 0, refused: 0 })
  upload('five', 1)
  expect(await counts()).toEqual({ waits: 41, drawn: 0, refused: 1 })
  end()
  expect(await counts()).toEqual({ waits: 0, drawn: 41, refused: 1 })
})

test('one style is drawn beside an upload, and a hundred may wait', async () => {
  const { upload, style, counts, end } = line()
  upload('one', 1)
  style(101)
  expect(await counts()).toEqual({ waits: 102, drawn: 0, refused: 0 })
  style(1)
  expect(await counts()).toEqual({ waits: 102, drawn: 0, refused: 1 })
  end()
  expect(await counts()).toEqual({ waits: 0, drawn: 102, refused: 1 })
})

test('an upload and a style wait for twenty seconds', async () => {
  const { upload, style, counts, end } = line()
  upload('one', 2)
  style(2)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(await counts()).toEqual({ waits: 4, drawn: 0, refused: 0 })
  await vi.advanceTimersByTimeAsync(1)
  expect(await counts()).toEqual({ waits: 2, drawn: 0, refused: 2 })
  end()
  expect(await counts()).toEqual({ waits: 0, drawn: 2, refused: 2 })
})
