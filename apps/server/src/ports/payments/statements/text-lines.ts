/** Reads a file line by line, whatever its size, in the encoding of its provider. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { BadStatement } from './bad-statement.ts'

const mostBytes = 512 * 1_024 * 1_024
/** A line of the real statements has less than a thousand characters. */
const longestLine = 16_384

export type TextLine = { number: number; text: string }

/** Where a file is, or what it holds. */
export type FileSource = string | Uint8Array

async function* bytesOf(file: FileSource): AsyncGenerator<Uint8Array> {
  if (typeof file !== 'string') {
    yield file
    return
  }
  const { size } = await stat(file)
  if (size > mostBytes) throw new BadStatement(`the file is larger than ${mostBytes / 1_024 / 1_024} MB`)
  yield* createReadStream(file) as AsyncIterable<Buffer>
}

/** The lines of a file with contents, without their ends. */
export async function* linesOfFile(
  file: FileSource,
  encoding: 'utf-8' | 'gb18030',
): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new BadStatement(`the file is not written in ${encoding}`)
    }
  }
  let rest = ''
  let number = 0
  const split = function* (text: string, isEnd: boolean): Generator<TextLine> {
    const parts = (rest + text).split('\n')
    rest = isEnd ? '' : (parts.pop() ?? '')
    for (const part of parts) {
      number += 1
      if (part.length > longestLine) throw new BadStatement('the line is too long', number)
      const clean = part.endsWith('\r') ? part.slice(0, -1) : part
      if (clean.trim() !== '') yield { number, text: clean }
    }
    if (rest.length > longestLine) throw new BadStatement('the line is too long', number + 1)
  }
  for await (const bytes of bytesOf(file)) yield* split(decode(bytes), false)
  yield* split(decode(), true)
}
