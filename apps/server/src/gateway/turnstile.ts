/** Commands and their answers first, then reports of connected machines, then logins. */
const ranks = ['command', 'report', 'login'] as const
export type Rank = (typeof ranks)[number]

/**
 * Limits how many callers use the database at once. The others wait here, by rank and in order, without a time-out.
 * So a crowd of machines gets in one after the other; all at once, they would time out, reconnect, and never
 * finish.
 */
export function makeTurnstile(places: number) {
  const waiting: Record<Rank, (() => void)[]> = { command: [], report: [], login: [] }
  let free = places

  async function enter(rank: Rank): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting[rank].push(resolve))
  }
  /** Hands the place to the first waiting caller of the highest rank. */
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
