/** First what goes to machines, then what those say who are in, then those who want to come in. */
const ranks = ['command', 'report', 'login'] as const
export type Rank = (typeof ranks)[number]

/**
 * Lets so many through to the database at once; the others wait here, by rank and in order, and nothing fails them for
 * having to wait. So a crowd comes in one after the other, each to the end: all at once, they would wait until
 * they lose patience, come again, and never end.
 */
export function makeTurnstile(places: number) {
  const waiting: Record<Rank, (() => void)[]> = { command: [], report: [], login: [] }
  let free = places

  async function enter(rank: Rank): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting[rank].push(resolve))
  }
  /** Whoever waits has the place of who leaves. */
  function leave(): void {
    const rank = ranks.find((one) => waiting[one].length > 0)
    if (rank) waiting[rank].shift()?.()
    else free += 1
  }

  return async <T>(rank: Rank, work: () => Promise<T>): Promise<T> => {
    await enter(rank)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
