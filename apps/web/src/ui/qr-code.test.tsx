import { decodeQR } from 'qr/decode.js'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { QrCode } from './qr-code.tsx'

/** The picture as a camera sees it: white, with the squares of the path in black, and several points a square. */
function pictureOf(markup: string, scale: number) {
  const side = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1]) * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y] of markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < scale; dy += 1)
      for (let dx = 0; dx < scale; dx += 1) {
        const at = ((Number(y) * scale + dy) * side + Number(x) * scale + dx) * 4
        data.fill(0, at, at + 3)
      }
  return { width: side, height: side, data }
}

test('a drawn code is read as its link', () => {
  const link = `https://console.example/bind?scene=${'aB3-_x'.repeat(7)}z`
  const markup = renderToStaticMarkup(<QrCode text={link} label="code" />)
  expect(decodeQR(pictureOf(markup, 4))).toBe(link)
})
