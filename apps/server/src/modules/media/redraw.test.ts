import { deflateSync } from 'node:zlib'

import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'

import { hidingPlaces } from '../../../test/foreign-content.ts'
import {
  bytes,
  chunk,
  claimingJpeg,
  join,
  jpegWith,
  pngEnd,
  pngHead,
  pngStart,
  pngWith,
  samsungTrailer,
  scanAt,
  scene,
  segment,
  severalPictures,
} from '../../../test/picture-parts.ts'
import { inspectJpeg } from './jpeg.ts'
import { BadPicture } from './picture-rules.ts'
import { inspectPng } from './png.ts'
import { redrawPicture } from './redraw.ts'
import { drawnStyles, drawStyle, pictureFormats } from './styles.ts'

/** Expects a picture of the format it claims, upright, in sRGB and without metadata. */
async function expectClean(picture: Awaited<ReturnType<typeof redrawPicture>>): Promise<void> {
  const found = await sharp(picture.bytes).metadata()
  expect(`image/${found.format}`).toBe(picture.mime)
  expect(found).toMatchObject({ width: picture.width, height: picture.height, depth: 'uchar' })
  expect(['srgb', 'b-w']).toContain(found.space)
  for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const)
    expect(found[part], part).toBeUndefined()
}

const jpeg = await scene().jpeg().toBuffer()
const png = await scene().png().toBuffer()
const xmp =
  '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta><?xpacket end="w"?>'
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c03040' } })
const meanColours = async (file: Buffer) => (await sharp(file).stats()).channels.map(({ mean }) => mean)
const filled = (count: number) => Buffer.alloc(count)

/** The segments of a JPEG with one scan: those up to its scan, and the scan. */
function segmentsIn(file: Buffer): number {
  let count = 1
  for (let at = 2; at < scanAt(file); at += 2 + file.readUInt16BE(at + 2)) count += 1
  return count
}

describe('an uploaded picture', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a baseline JPEG', () => jpeg],
    ['a progressive JPEG', () => scene().jpeg({ progressive: true }).toBuffer()],
    ['a JPEG without subsampling', () => scene().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
    ['a JPEG in CMYK', () => scene().toColourspace('cmyk').jpeg().toBuffer()],
    ['a grey JPEG', () => scene().grayscale().jpeg().toBuffer()],
    ['a JPEG in P3', () => scene().withIccProfile('p3').jpeg().toBuffer()],
    ['a JPEG with XMP', () => jpegWith(jpeg, segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`))],
    ['a JPEG with a comment', () => jpegWith(jpeg, segment(0xfe, 'Lavc58.54.100 <3'))],
    ['a JPEG that says how often it could be restarted', () => jpegWith(jpeg, segment(0xdd, '\0\0'))],
    ['a JPEG with fill bytes', () => join(jpeg.subarray(0, 2), '\xff\xff\xff', jpeg.subarray(2))],
    ['a JPEG with a preview behind it', () => join(jpegWith(jpeg, severalPictures), jpeg)],
    [
      'a JPEG with a preview and a gain map, filled up with zeros',
      () => join(jpegWith(jpeg, severalPictures), filled(30), jpeg, filled(7), jpeg, filled(100)),
    ],
    ["a JPEG with Samsung's trailer", () => join(jpeg, samsungTrailer())],
    [
      "a JPEG with a preview and Samsung's trailer",
      () => join(jpegWith(jpeg, severalPictures), jpeg, samsungTrailer()),
    ],
    ['a PNG', () => png],
    ['an interlaced PNG', () => scene().png({ progressive: true }).toBuffer()],
    ['a PNG with a palette', () => scene().png({ palette: true }).toBuffer()],
    ['a PNG with four colours', () => scene().png({ palette: true, colours: 4 }).toBuffer()],
    ['a PNG of 16 bits', () => scene().toColourspace('rgb16').png().toBuffer()],
    ['a grey PNG of 16 bits', () => scene().toColourspace('grey16').png().toBuffer()],
    ['a PNG with an alpha channel that hides nothing', () => scene().ensureAlpha().png().toBuffer()],
    ['a PNG in P3', () => scene().withIccProfile('p3').png().toBuffer()],
    ['a PNG with XMP', () => pngWith(chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`))],
    ['a PNG with a packed text', () => pngWith(chunk('zTXt', join('Software\0\0', deflateSync('paint'))))],
    ['a PNG with its pixels in many chunks', () => inManyChunks()],
    ['a black and white PNG', () => blackAndWhite()],
  ])('given as %s is drawn as JPEG', async (_what, make) => {
    const picture = await redrawPicture(await make())
    expect(picture.mime).toBe('image/jpeg')
    await expectClean(picture)
  })

  test('may be an interlaced PNG of any width and height, to the pixel', async () => {
    // The passes repeat every eight pixels.
    const sides = Array.from({ length: 9 }, (_, more) => 16 + more)
    for (const width of sides)
      for (const height of sides) {
        const file = await plain(width, height).png({ progressive: true }).toBuffer()
        await expect(inspectPng(file)).resolves.toMatchObject({ width, height })
      }
  })

  test('may be a JPEG in a thousand segments, and no more', async () => {
    const own = segmentsIn(jpeg)
    const inSegments = (count: number) =>
      jpegWith(jpeg, ...Array.from({ length: count - own }, () => segment(0xfe)))
    await expectClean(await redrawPicture(inSegments(1_000)))
    await expect(redrawPicture(inSegments(1_001))).rejects.toThrow('too many pieces')
  })

  test('may be a JPEG of forty scans, and no more', () => {
    const scan = scanAt(jpeg)
    const inScans = (count: number) =>
      join(
        jpeg.subarray(0, scan),
        ...Array.from({ length: count }, () => jpeg.subarray(scan, -2)),
        jpeg.subarray(-2),
      )
    expect(inspectJpeg(inScans(40))).toMatchObject({ width: 64, height: 48 })
    expect(() => inspectJpeg(inScans(41))).toThrow('scans out of place')
    expect(() => inspectJpeg(inScans(0))).toThrow('shows nothing')
  })

  test('may be a JPEG in several scans while the samples fit into memory, and a larger one in one scan', async () => {
    const fine = { chromaSubsampling: '4:4:4' }
    const several = await scene()
      .jpeg({ ...fine, progressive: true })
      .toBuffer()
    // Three samples a pixel and two bytes a sample: 165 MB.
    expect(inspectJpeg(claimingJpeg(several, 5_500, 5_000))).toMatchObject({ width: 5_500, height: 5_000 })
    expect(() => inspectJpeg(claimingJpeg(several, 5_500, 5_001))).toThrow('too many pixels')
    const one = await scene().jpeg(fine).toBuffer()
    expect(inspectJpeg(claimingJpeg(one, 8_000, 5_000))).toMatchObject({ width: 8_000, height: 5_000 })
  })

  test('may be a PNG of each kind of colours and depth that there is, and of no other', async () => {
    const channels = new Map([
      [0, 1],
      [2, 3],
      [3, 1],
      [4, 2],
      [6, 4],
    ])
    const taken: Record<number, number[]> = {}
    for (let colour = 0; colour < 8; colour += 1)
      for (let depth = 0; depth <= 32; depth += 1) {
        const row = 1 + Math.ceil((20 * depth * (channels.get(colour) ?? 1)) / 8)
        const pixels = chunk('IDAT', deflateSync(Buffer.alloc(20 * row)))
        const palette = colour === 3 ? chunk('PLTE', Buffer.alloc(6)) : ''
        const file = join(pngStart, pngHead({ depth, colour }), palette, pixels, pngEnd)
        const isTaken = await inspectPng(file).then(
          () => true,
          () => false,
        )
        if (isTaken) (taken[colour] ??= []).push(depth)
      }
    expect(taken).toEqual({ 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] })
  })

  test.each(Object.entries(hidingPlaces(jpeg)))('may have a harmless note in %s', async (_place, hide) => {
    const picture = await redrawPicture(hide(bytes('one for all, and all for one')))
    await expectClean(picture)
    expect(picture.bytes.includes('one for all')).toBe(false)
  })

  test.each<[string, () => Promise<Buffer>]>([
    ['a fading PNG', () => scene(64, 48, 4).png().toBuffer()],
    ['a fading interlaced PNG', () => scene(64, 48, 4).png({ progressive: true }).toBuffer()],
    ['a fading PNG of 16 bits', () => scene(64, 48, 4).toColourspace('rgb16').png().toBuffer()],
    ['a fading grey PNG', () => scene(64, 48, 4).toColourspace('b-w').png().toBuffer()],
    ['a fading PNG with a palette', () => scene(64, 48, 4).png({ palette: true }).toBuffer()],
  ])('given as %s stays transparent, as PNG', async (_what, make) => {
    const picture = await redrawPicture(await make())
    expect(picture.mime).toBe('image/png')
    await expectClean(picture)
    expect((await sharp(picture.bytes).stats()).isOpaque).toBe(false)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('held in orientation %i stands upright', async (orientation) => {
    for (const format of ['jpeg', 'png'] as const) {
      const given = await scene(80, 40).withMetadata({ orientation }).toFormat(format).toBuffer()
      const picture = await redrawPicture(given)
      await expectClean(picture)
      expect([picture.width, picture.height], format).toEqual(orientation > 4 ? [40, 80] : [80, 40])
    }
  })

  test('does not tell any more where and by whom it was taken', async () => {
    const exif = { IFD0: { Artist: 'taken at home' }, IFD3: { GPSLatitude: '3/1 8/1 0/1' } }
    for (const format of ['jpeg', 'png'] as const) {
      const given = await scene().withExif(exif).withXmp(xmp).toFormat(format).toBuffer()
      expect(given.includes('taken at home')).toBe(true)
      const picture = await redrawPicture(given)
      await expectClean(picture)
      expect(picture.bytes.includes('taken at home')).toBe(false)
    }
  })

  test.each<[string, number, (red: Sharp) => Sharp]>([
    ['a PNG in P3', 6, (red) => red.withIccProfile('p3').png()],
    ['a JPEG in P3', 6, (red) => red.withIccProfile('p3').jpeg({ quality: 100 })],
    ['a PNG of 16 bits', 6, (red) => red.toColourspace('rgb16').png()],
    ['a JPEG in CMYK', 25, (red) => red.toColourspace('cmyk').jpeg({ quality: 100 })],
  ])('keeps its colours when it comes as %s', async (_what, tolerance, give) => {
    const { bytes: drawn } = await redrawPicture(await give(plain(32, 32)).toBuffer())
    const [r = 0, g = 0, b = 0] = await meanColours(drawn)
    expect(Math.max(Math.abs(r - 0xc0), Math.abs(g - 0x30), Math.abs(b - 0x40))).toBeLessThan(tolerance)
  })

  test('keeps its colours when Adobe wrote them without mixing', async () => {
    const mixed = await plain(32, 32).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
    const given = jpegWith(mixed, segment(0xee, 'Adobe\0\x64\0\0\0\0\0'))
    const [red = 0] = await meanColours(mixed)
    const [brightness = 0] = await meanColours((await redrawPicture(given)).bytes)
    // The file claims that its first component is red. It is brightness, which is lower.
    expect(red - brightness).toBeGreaterThan(80)
  })

  test('may come from a phone that leaves the head of its scan empty', async () => {
    const scan = scanAt(jpeg)
    const given = Buffer.from(jpeg)
    const headEnds = scan + 2 + given.readUInt16BE(scan + 2)
    given.fill(0, headEnds - 3, headEnds)
    expect((await redrawPicture(given)).bytes).toEqual((await redrawPicture(jpeg)).bytes)
  })

  test.each([
    [4096, 1024, 2048, 512],
    [1000, 3000, 683, 2048],
    [2048, 2048, 2048, 2048],
    [16, 16, 16, 16],
  ])('of %i by %i is kept in %i by %i: at most 2048, never enlarged', async (width, height, ...kept) => {
    const given = await plain(width, height).jpeg().toBuffer()
    const picture = await redrawPicture(given)
    expect([picture.width, picture.height]).toEqual(kept)
  })

  test('of forty million pixels is drawn, and of many at once each is', async () => {
    const white = deflateSync(Buffer.alloc(5000 * (1 + 8000 * 3), 0))
    const large = join(pngStart, pngHead({ width: 8000, height: 5000 }), chunk('IDAT', white), pngEnd)
    const pictures = await Promise.all([large, jpeg, png, jpeg, png, jpeg, png].map(redrawPicture))
    expect(pictures.map(({ width }) => width)).toEqual([2048, 64, 64, 64, 64, 64, 64])
  })

  test('comes out the same each time', async () => {
    const [first, again] = await Promise.all([redrawPicture(jpeg), redrawPicture(jpeg)])
    expect(again.bytes).toEqual(first.bytes)
  })

  test('with random damage is drawn clean or refused, and nothing else happens', async () => {
    const damage = fc.array(fc.record({ at: fc.nat(), to: fc.nat(255) }), { minLength: 1, maxLength: 8 })
    const originals = fc.constantFrom(
      jpeg,
      png,
      await scene(24, 24).jpeg({ progressive: true }).toBuffer(),
      await scene(24, 24, 4).png({ palette: true }).toBuffer(),
      await scene(24, 24)
        .withIccProfile('p3')
        .withExif({ IFD0: { Artist: 'me' } })
        .jpeg()
        .toBuffer(),
      join(jpegWith(jpeg, severalPictures), jpeg, samsungTrailer()),
    )
    const cases = fc.asyncProperty(originals, damage, fc.option(fc.nat()), async (original, changes, cut) => {
      const file = Buffer.from(original)
      for (const { at, to } of changes) file[at % file.length] = to
      const given = cut === null || cut % 4 > 0 ? file : file.subarray(0, cut % file.length)
      const drawn = await redrawPicture(given).catch((error: unknown) => {
        expect(error).toBeInstanceOf(BadPicture)
      })
      if (drawn) await expectClean(drawn)
    })
    await fc.assert(cases)
  })
})

describe('a style', () => {
  const sizeOf = async (drawn: Buffer) => {
    const { format, width, height, compression } = await sharp(drawn).metadata()
    return { format: compression === 'av1' ? 'avif' : format, width, height }
  }

  test.each(pictureFormats)('is drawn as %s in its size', async (format) => {
    const master = await scene(1600, 1000).jpeg().toBuffer()
    expect(await sizeOf(await drawStyle(master, 'thumb', format))).toEqual({
      format,
      width: 160,
      height: 160,
    })
    expect(await sizeOf(await drawStyle(master, 'card', format))).toEqual({ format, width: 640, height: 400 })
    expect(await sizeOf(await drawStyle(master, 'detail', format))).toEqual({
      format,
      width: 1200,
      height: 750,
    })
  })

  test('of a small picture is not enlarged, and a square stays one', async () => {
    const master = await scene(300, 100).png().toBuffer()
    const sizes = await Promise.all(
      drawnStyles.map(async (style) => sizeOf(await drawStyle(master, style, 'png'))),
    )
    expect(sizes).toEqual([
      { format: 'png', width: 100, height: 100 },
      { format: 'png', width: 300, height: 100 },
      { format: 'png', width: 300, height: 100 },
    ])
  })

  test.each(['avif', 'webp', 'png'] as const)(
    'of a transparent picture is transparent as %s',
    async (format) => {
      const master = await scene(200, 200, 4).png().toBuffer()
      expect((await sharp(await drawStyle(master, 'thumb', format)).stats()).isOpaque).toBe(false)
    },
  )
})

function inManyChunks(): Buffer {
  const packed = deflateSync(Buffer.concat(Array.from({ length: 20 }, () => Buffer.alloc(61, 0))))
  const pieces = Array.from(packed, (_, at) => chunk('IDAT', packed.subarray(at, at + 1)))
  return join(pngStart, pngHead(), ...pieces, chunk('IDAT'), pngEnd)
}

function blackAndWhite(): Buffer {
  const rows = Buffer.concat(Array.from({ length: 20 }, () => Buffer.from([0, 0xaa, 0x55, 0xf0])))
  return join(pngStart, pngHead({ depth: 1, colour: 0 }), chunk('IDAT', deflateSync(rows)), pngEnd)
}
