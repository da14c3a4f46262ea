import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Delta } from './delta.tsx'

test.each([
  [150, 100, '+50.00%'],
  [100, 150, '−33.33%'],
  [0, 150, '−100.00%'],
  [100, 100, '0.00%'],
  [100_001, 100_000, '0.00%'],
  [5_000, 100, '&gt; 999%'],
  [7, 0, '上期无'],
  [0, 0, undefined],
])('%d after %d is %s', (now, before, text) => {
  const html = renderToStaticMarkup(<Delta now={now} before={before} title="before" />)
  expect(/>([^<]*)<\/small>/.exec(html)?.[1]).toBe(text)
})
