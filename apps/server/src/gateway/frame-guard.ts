import type { Socket } from 'node:net'

import { makeBudget } from './budget.ts'

/** Far more than any machine has to say, and little enough that one gone mad leaves time for the others. */
const packets = { atOnce: 5_000, perSecond: 5_000 }

/**
 * Ends a connection before it makes us keep a packet that is too large: the length stands in its first bytes, while the
 * broker would wait for all of the rest. One that brings too many packets is read no further for a while. Only heads
 * are looked at, so it costs next to nothing.
 */
export function guardFrames(socket: Socket, maxBytes: number, onTooLarge: () => void): void {
  const read = socket.read.bind(socket)
  const watch = makeWatch(maxBytes)
  const budget = makeBudget(packets)
  let isHeld = false

  function hold(ms: number): void {
    isHeld = true
    setTimeout(() => {
      isHeld = false
      socket.emit('readable')
    }, ms).unref()
  }
  socket.read = ((size?: number) => {
    const chunk = isHeld ? null : (read(size) as Buffer | null)
    if (chunk === null) return null
    const count = watch(chunk)
    if (count === undefined) {
      onTooLarge()
      socket.destroy()
      return null
    }
    const wait = budget.spend(count)
    if (wait > 0) hold(wait)
    return chunk
  }) as typeof socket.read
}

/** Follows packets through the chunks they come in, and counts them. Undefined as soon as one is too long. */
function makeWatch(maxBytes: number): (chunk: Buffer) => number | undefined {
  /** Bytes of the present packet still to come, or undefined inside of its head. */
  let rest: number | undefined
  let headAt = 0
  let length = 0

  return (chunk) => {
    let at = 0
    let count = 0
    while (at < chunk.length) {
      if (rest !== undefined && rest > 0) {
        const step = Math.min(rest, chunk.length - at)
        rest -= step
        at += step
        if (rest > 0) return count
        rest = undefined
        headAt = 0
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      // One byte says what it is, then up to four how long it is, seven bits each.
      if (headAt === 0) {
        count += 1
        headAt = 1
        length = 0
        continue
      }
      length += (byte & 0x7f) * 128 ** (headAt - 1)
      headAt += 1
      if (length > maxBytes || headAt > 5) return undefined
      if (byte < 0x80) {
        rest = length === 0 ? undefined : length
        if (length === 0) headAt = 0
      }
    }
    return count
  }
}
