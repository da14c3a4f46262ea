/** A slower answer is not used, because the time in it can be wrong by half of the round trip. */
const longestRoundtripMs = 5_000

/**
 * The server's time, as far as the machine knows it. Its own clock may be hours off; the server's answer to a message
 * gives the difference. Until the first answer the time is unknown, and commands with a time limit must not be carried
 * out.
 */
export type ServerClock = {
  /** The server's time; undefined while it is unknown. */
  now(): number | undefined
  /** The best time to date a message with: the machine's own clock while the server's time is unknown. */
  best(): number
  /** Converts a time of the machine's own clock to server time; undefined while that is unknown. */
  toServerTime(own: number): number | undefined
  /** Notes that this message was sent now; the server answers it with its time. */
  asked(mid: string): void
  /** Whether the answer was used, came too slowly, or belongs to no open question. */
  answered(answer: { now: number; mid: string }): 'set' | 'slow' | 'not asked'
}

export function makeServerClock(own: () => number): ServerClock {
  let offset: number | undefined
  let open: { mid: string; at: number } | undefined

  return {
    now: () => (offset === undefined ? undefined : Math.round(own() + offset)),
    best: () => Math.max(0, Math.round(own() + (offset ?? 0))),
    toServerTime: (at) => (offset === undefined ? undefined : Math.max(0, Math.round(at + offset))),
    asked(mid) {
      open = { mid, at: own() }
    },
    answered({ now, mid }) {
      if (open?.mid !== mid) return 'not asked'
      const received = own()
      const roundtrip = received - open.at
      open = undefined
      if (roundtrip < 0 || roundtrip > longestRoundtripMs) return 'slow'
      offset = now + roundtrip / 2 - received
      return 'set'
    },
  }
}
