/** What phones append to a picture is known only where its parts fit together. */
import { expect, test } from 'vitest'

import { samsungTrailerStart } from './samsung-trailer.ts'

const pictureEnd = 20
type Block = { start: number; length: number; name?: number }

/** A picture, blocks, their directory in the given order, and its end. Blocks fill what they name. */
function fileOf(listed: readonly Block[], blocksEnd: number): Buffer {
  const bytes = Buffer.alloc(blocksEnd)
  for (const { start, name = 0 } of listed) bytes.writeUInt32LE(name, start + 4)
  const directory = Buffer.alloc(12 + 12 * listed.length)
  directory.write('SEFH')
  directory.writeUInt32LE(listed.length, 8)
  for (const [index, { start, length }] of listed.entries()) {
    directory.writeUInt32LE(blocksEnd - start, 12 + 12 * index + 4)
    directory.writeUInt32LE(length, 12 + 12 * index + 8)
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(directory.length)
  end.write('SEFT', 4)
  return Buffer.concat([bytes, directory, end])
}

const first = { start: 20, length: 10 }
const second = { start: 30, length: 14, name: 6 }

test('blocks are found in whatever order the directory lists them', () => {
  for (const listed of [
    [first, second],
    [second, first],
  ])
    expect(samsungTrailerStart(fileOf(listed, 44), pictureEnd)).toBe(20)
  expect(samsungTrailerStart(fileOf([second], 44), pictureEnd)).toBe(30)
})

test.each<[string, Block[], number]>([
  ['a gap', [first, { start: 31, length: 13 }], 44],
  ['an overlap', [{ start: 20, length: 12 }, second], 44],
  ['a rest before the directory', [first, second], 45],
  ['a block beyond the directory', [first, { start: 30, length: 15 }], 44],
  [
    'a block that is too short for its head',
    [
      { start: 20, length: 7 },
      { start: 27, length: 17 },
    ],
    44,
  ],
  ['a name that is longer than its block', [first, { ...second, name: 7 }], 44],
  ['a block within the picture', [{ start: 19, length: 11 }, second], 44],
])('blocks with %s are none', (_, listed, end) => {
  expect(samsungTrailerStart(fileOf(listed, end), pictureEnd)).toBeUndefined()
})
