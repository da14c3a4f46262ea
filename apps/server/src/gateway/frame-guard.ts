import type { Socket } from 'node:net'

import { makeBudget } from './budget.ts'

/** Far more than any machine sends, and few enough that a faulty machine leaves time for the others. */
const packets = { atOnce: 5_000, perSecond: 5_000 }

/**
 * Ends a connection that begins a packet of more than `maxBytes`, before the broker buffers it: the length is in
 * the first bytes. A connection with too many packets is held for a while. Only packet headers are read, so this costs
 * almost nothing. While the connection is paused, nothing of it is read.
 */
export function guardFrames(
  socket: Socket,
  maxBytes: number,
  onTooLarge: () => void,
): { pause(): void; resume(): void } {
  const read = socket.read.bind(socket)
  const watch = makeWatch(maxBytes)
  const budget = makeBudget(packets)
  let isHeld = false
  let isPaused = false

  function hold(ms: number): void {
    isHeld = true
    setTimeout(() => {
      isHeld = false
      socket.emit('readable')
    }, ms).unref()
  }
  socket.read = ((size?: number) => {
    const chunk = isHeld || isPaused ? null : (read(size) as Buffer | null)
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
  return {
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      socket.emit('readable')
    },
  }
}

/** Follows packets through the chunks they come in, and counts them. Returns undefined as soon as one is too long. */
export function makeWatch(maxBytes: number): (chunk: Buffer) => number | undefined {
  /** Bytes of the present packet still to come; undefined inside its header. */
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
      // One byte for the type, then up to four for the length, seven bits each.
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
