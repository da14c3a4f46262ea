import { crc32 } from 'node:zlib'

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { BadPicture } from './picture-rules.ts'
import { redrawLogo } from './redraw.ts'

const hidden = 'taken at home'

/** A picture in one colour, with metadata that must not survive. */
const picture = (width: number, height: number, orientation?: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } }).withMetadata({
    ...(orientation ? { orientation } : {}),
    icc: 'p3',
    exif: { IFD0: { ImageDescription: hidden }, IFD3: { GPSLatitude: '3/1 8/1 0/1' } },
  })

/** The same file with another size in its header, and a matching checksum. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(png)
  claimed.writeUInt32BE(width, 16)
  claimed.writeUInt32BE(height, 20)
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29)
  return claimed
}

describe('a logo', () => {
  test.each(['jpeg', 'png'] as const)(
    'given as %s comes out as PNG, without anything hidden',
    async (format) => {
      const given = await picture(300, 100).toFormat(format).toBuffer()
      expect(given.includes(hidden)).toBe(true)
      const { bytes, name } = await redrawLogo(given)
      const drawn = await sharp(bytes).metadata()
      expect(drawn).toMatchObject({ format: 'png', width: 300, height: 100 })
      for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const)
        expect(drawn[part], part).toBeUndefined()
      expect(bytes.includes(hidden)).toBe(false)
      expect(name).toMatch(/^[0-9a-f]{64}\.png$/)
    },
  )

  test('loses what is written behind its end', async () => {
    const given = Buffer.concat([
      await picture(30, 10).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ])
    expect((await redrawLogo(given)).bytes.includes('script')).toBe(false)
  })

  test('that a camera held sideways stands upright', async () => {
    const given = await picture(150, 50, 6).jpeg().toBuffer()
    const { bytes } = await redrawLogo(given)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 50, height: 150 })
  })

  test.each([
    [1280, 480, 640, 240],
    [3000, 300, 640, 64],
    [100, 1000, 24, 240],
    [640, 240, 640, 240],
    [50, 20, 50, 20],
  ])(
    'of %i by %i is drawn in %i by %i: at most 640 by 240, never enlarged',
    async (width, height, ...drawn) => {
      const { bytes } = await redrawLogo(await picture(width, height).png().toBuffer())
      const { width: drawnWidth, height: drawnHeight } = await sharp(bytes).metadata()
      expect([drawnWidth, drawnHeight]).toEqual(drawn)
    },
  )

  test('has the same name when the same is given again, another for another', async () => {
    const [first, again, other] = await Promise.all(
      [30, 30, 31].map(async (width) => redrawLogo(await picture(width, 10).png().toBuffer())),
    )
    expect(again?.name).toBe(first?.name)
    expect(other?.name).not.toBe(first?.name)
  })
})

describe('a file that is no logo', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['GIF', () => picture(30, 10).gif().toBuffer()],
    ['WebP', () => picture(30, 10).webp().toBuffer()],
    ['text', () => Buffer.from('logo.png')],
    ['nothing', () => Buffer.alloc(0)],
  ])('is refused for its first bytes: %s', async (_what, make) => {
    const refusal = redrawLogo(await make())
    await expect(refusal).rejects.toBeInstanceOf(BadPicture)
    await expect(refusal).rejects.toThrow('only JPEG and PNG files are taken')
  })

  test.each<[string, () => Promise<Buffer>]>([
    ['a PNG cut short', async () => (await picture(300, 100).png().toBuffer()).subarray(0, -60)],
    ['a JPEG cut short', async () => (await picture(300, 100).jpeg().toBuffer()).subarray(0, -200)],
    ['SVG behind the first bytes of a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n<svg/>', 'latin1')],
  ])('is refused as unreadable: %s', async (_what, make) => {
    const refusal = redrawLogo(await make())
    await expect(refusal).rejects.toBeInstanceOf(BadPicture)
    await expect(refusal).rejects.toThrow('the picture cannot be read')
  })

  test('is refused before it is unpacked when it claims too many pixels', async () => {
    const bomb = claiming(await picture(300, 100).png().toBuffer(), 40_000, 40_000)
    const refusal = redrawLogo(bomb)
    await expect(refusal).rejects.toBeInstanceOf(BadPicture)
    await expect(refusal).rejects.toMatchObject({
      cause: { message: expect.stringContaining('pixel limit') },
    })
  })
})
