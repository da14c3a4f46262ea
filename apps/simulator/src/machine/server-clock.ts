/** An answer that took longer than this says too little about the time: it can be wrong by half of it. */
const longestRoundtripMs = 5_000

/**
 * The server's time, as far as the machine knows it. Its own clock may be hours off; the server's answer to a message
 * gives the difference. Until there is one, the server's time is unknown, and nothing that has a time limit may be done.
 */
export type ServerClock = {
  /** The server's time; undefined as long as it is unknown. */
  now(): number | undefined
  /** The best there is to date a message with: the machine's own clock, if need be. */
  best(): number
  /** What a time of the own clock is for the server; undefined as long as that is unknown. */
  told(own: number): number | undefined
  /** This message went out now, and the server will answer it with its time. */
  asked(mid: string): void
  /** Whether the answer was of use, came too slowly, or answers nothing that is open. */
  answered(answer: { now: number; mid: string }): 'set' | 'slow' | 'not asked'
}

export function makeServerClock(own: () => number): ServerClock {
  let offset: number | undefined
  let open: { mid: string; at: number } | undefined

  return {
    now: () => (offset === undefined ? undefined : Math.round(own() + offset)),
    best: () => Math.max(0, Math.round(own() + (offset ?? 0))),
    told: (at) => (offset === undefined ? undefined : Math.max(0, Math.round(at + offset))),
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
