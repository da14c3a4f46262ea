import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unzip } from './testing/unzip.ts'
import { writeZip } from './zip.ts'
import type { ZipPart } from './zip.ts'

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

const streamed = (...chunks: string[]) => each(chunks.map((chunk) => Buffer.from(chunk)))

describe('writing a zip', () => {
  test('parts of known content and streamed parts read back alike', async () => {
    const parts: ZipPart[] = [
      { name: 'a.txt', body: 'first' },
      { name: 'folder/报表.txt', body: streamed('one ', 'two ', '三') },
      { name: 'empty', body: '' },
      { name: 'empty-stream', body: streamed() },
    ]
    expect(unzip(await buffer(writeZip(each(parts))))).toEqual([
      { name: 'a.txt', content: 'first' },
      { name: 'folder/报表.txt', content: 'one two 三' },
      { name: 'empty', content: '' },
      { name: 'empty-stream', content: '' },
    ])
  })

  test('any content reads back', async () => {
    const content = fc.string({ unit: 'grapheme', maxLength: 500 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(content)), async (contents) => {
        const parts = contents.map((chunks, i) => ({ name: `part${i}`, body: streamed(...chunks) }))
        const read = unzip(await buffer(writeZip(each(parts))))
        expect(read.map((part) => part.content)).toEqual(contents.map((chunks) => chunks.join('')))
      }),
    )
  })

  test('a part that fails fails the file', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('some')
      throw new Error('the source broke')
    }
    await expect(buffer(writeZip(each([{ name: 'a', body: failing() }])))).rejects.toThrow('the source broke')
  })

  test('more parts than the format can count fail the file', async () => {
    const parts = ['a', 'b', 'c'].map((name) => ({ name, body: '' }))
    const file = writeZip(each(parts), { bytes: 1000, parts: 2 })
    await expect(buffer(file)).rejects.toThrow('too many parts')
  })

  test('content that packs well still fails the file when its size cannot be written', async () => {
    const zeros = '0'.repeat(600)
    const file = writeZip(each([{ name: 'a', body: streamed(zeros, zeros) }]), { bytes: 1000, parts: 2 })
    await expect(buffer(file)).rejects.toThrow('too many bytes')
  })

  test('parts that are small but many fail the file when positions cannot be written', async () => {
    const parts = Array.from({ length: 9 }, (_, i) => ({ name: 'long'.repeat(25) + i, body: '' }))
    const file = writeZip(each(parts), { bytes: 1000, parts: 100 })
    await expect(buffer(file)).rejects.toThrow('too many bytes')
  })
})
