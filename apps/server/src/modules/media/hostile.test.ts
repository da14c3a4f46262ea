import { afterEach, expect, test } from 'vitest'

import { hostilePictures, wrongSizes } from '../../../test/hostile-pictures.ts'
import { scene } from '../../../test/picture-parts.ts'
import { BadPicture } from './picture-rules.ts'
import { redrawPicture } from './redraw.ts'

const hostile = await hostilePictures()

// After every refusal the next picture is still drawn: no turn is lost.
afterEach(async () => {
  expect(await redrawPicture(await scene().jpeg().toBuffer())).toMatchObject({ width: 64, height: 48 })
})

test('there are hundreds of them, no two alike', () => {
  expect(hostile.length).toBeGreaterThan(300)
  expect(new Set(hostile.map(([what]) => what)).size).toBe(hostile.length)
})

/** What is wrong with these shows only in their pixels. All others are refused before the decoder sees them. */
const onlyWhenDecoded = new Set([
  'a JPEG without tables',
  'a JPEG with an empty scan',
  'a JPEG with half a scan and an end',
])

test.each(hostile)('%s is refused', async (what, file) => {
  const refusal = await redrawPicture(file).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BadPicture)
  expect(String(refusal).includes('cannot be read')).toBe(onlyWhenDecoded.has(what))
})

test.each(wrongSizes())('%s is refused for its size, before it is decoded', async (_what, file) => {
  const refusal = redrawPicture(file)
  await expect(refusal).rejects.toBeInstanceOf(BadPicture)
  await expect(refusal).rejects.toThrow(/too many pixels|too small/)
})
