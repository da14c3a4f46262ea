import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { FigureValue } from './figures.tsx'

const marked = (rate: number): boolean =>
  renderToStaticMarkup(<FigureValue unit="rate" value={rate} />).includes('is-alarming')

test('a failure rate above 20 percent is marked, and one of 20 percent is not', () => {
  expect([marked(20), marked(20.01)]).toEqual([false, true])
})
