import { describe, expect, test } from 'vitest'

import { makeWatch } from './frame-guard.ts'

const maxBytes = 1_000
/** The header of an MQTT packet with so many bytes behind it, and those bytes. */
const packet = (length: number, type = 0x30): Buffer => {
  const head = [type]
  let rest = length
  do {
    head.push(rest > 127 ? (rest % 128) + 128 : rest)
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length, 0xff)])
}

/** Counts the packets of a stream that arrives in pieces of a size; undefined when one is too long. */
function countIn(stream: Buffer, size: number): number | undefined {
  const watch = makeWatch(maxBytes)
  let sum = 0
  for (let at = 0; at < stream.length; at += size) {
    const count = watch(stream.subarray(at, at + size))
    if (count === undefined) return undefined
    sum += count
  }
  return sum
}

describe.each([1, 2, 3, 7, 200, 5_000])('in pieces of %i bytes', (size) => {
  test('packets are counted one after the other, with and without contents', () => {
    const stream = Buffer.concat([packet(3), packet(0, 0xc0), packet(130), packet(0, 0xc0), packet(3)])
    expect(countIn(stream, size)).toBe(5)
  })

  test('the longest allowed packet passes, and one byte more does not', () => {
    expect(countIn(Buffer.concat([packet(5), packet(maxBytes), packet(5)]), size)).toBe(3)
    expect(countIn(Buffer.concat([packet(5), packet(0, 0xc0), packet(maxBytes + 1)]), size)).toBeUndefined()
  })
})

test('a length that never ends is too long', () => {
  expect(countIn(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]), 1)).toBeUndefined()
})
