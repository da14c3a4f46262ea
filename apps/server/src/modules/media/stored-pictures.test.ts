/** Stored pictures: the master, and the styles that are drawn from it when they are first asked for. */
import { buffer } from 'node:stream/consumers'

import type { ImageStyle } from '@slotwise/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { scene } from '../../../test/picture-parts.ts'
import { fileOf, readStyle, removeImage, writeMaster, writeStyle } from './stored-pictures.ts'
import { drawnStyles, type PictureFormat, pictureFormats } from './styles.ts'

const { blobs } = (await testApp()).deps
const jpeg = { bytes: await scene(900, 600).jpeg().toBuffer(), mime: 'image/jpeg' as const }
const png = { bytes: await scene(900, 600, 4).png().toBuffer(), mime: 'image/png' as const }

const read = async (file: string, style: ImageStyle, format?: PictureFormat) => {
  const found = await readStyle(blobs, file, style, format)
  return found && { mime: found.mime, bytes: await buffer(found.body) }
}

test('the full style is the master, and is not drawn', async () => {
  const file = fileOf('1', jpeg)
  await writeMaster(blobs, file, jpeg)
  expect(await read(file, 'full')).toEqual(jpeg)
  expect(await writeStyle(blobs, file, 'full', 'webp')).toBeUndefined()
})

test.each([
  ['a JPEG', jpeg, 'jpeg'],
  ['a transparent PNG', png, 'png'],
] as const)('a style of %s is drawn once, in the wanted format or in its own', async (_what, master, own) => {
  const file = fileOf('2', master)
  await writeMaster(blobs, file, master)
  expect([await read(file, 'card'), await read(file, 'card', 'webp')]).toEqual([undefined, undefined])
  const webp = await writeStyle(blobs, file, 'card', 'webp')
  expect(webp?.mime).toBe('image/webp')
  expect(await sharp(webp?.body).metadata()).toMatchObject({ format: 'webp', width: 640 })
  expect(await read(file, 'card', 'webp')).toEqual({ mime: 'image/webp', bytes: webp?.body })
  expect(await read(file, 'card'), 'none was drawn in its own format yet').toBeUndefined()
  const drawn = await writeStyle(blobs, file, 'card', undefined)
  expect(drawn?.mime).toBe(`image/${own}`)
  expect(await read(file, 'card')).toEqual({ mime: `image/${own}`, bytes: drawn?.body })
  expect(await read(file, 'card', own)).toEqual({ mime: `image/${own}`, bytes: drawn?.body })
  expect(await read(file, 'thumb'), 'another style').toBeUndefined()
})

test('a picture is removed with all its styles, and another one is not', async () => {
  const [file, sibling] = [fileOf('3', jpeg), fileOf('4', jpeg)]
  expect(file).not.toBe(sibling)
  for (const one of [file, sibling]) {
    await writeMaster(blobs, one, jpeg)
    for (const style of drawnStyles)
      for (const format of pictureFormats) await writeStyle(blobs, one, style, format)
  }
  await removeImage(blobs, file)
  const left = async (one: string) => {
    const found = [await read(one, 'full')]
    for (const style of drawnStyles)
      for (const format of pictureFormats) found.push(await read(one, style, format))
    return found.filter((blob) => blob !== undefined).length
  }
  expect([await left(file), await left(sibling)]).toEqual([0, 13])
  expect(await writeStyle(blobs, file, 'card', 'jpeg'), 'there is no master').toBeUndefined()
})

test('a style of a picture that is removed while it is drawn does not stay', async () => {
  const file = fileOf('5', jpeg)
  await writeMaster(blobs, file, jpeg)
  const removing: typeof blobs = {
    ...blobs,
    async write(key, body, mime) {
      await removeImage(blobs, file)
      return blobs.write(key, body, mime)
    },
  }
  expect(await writeStyle(removing, file, 'thumb', 'jpeg')).toBeUndefined()
  expect(await read(file, 'thumb', 'jpeg')).toBeUndefined()
})
