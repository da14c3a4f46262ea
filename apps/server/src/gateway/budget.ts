/**
 * So many at once, and so many a second in the long run. Says how many milliseconds whoever has spent more should wait
 * before the next.
 */
export function makeBudget({ atOnce, perSecond }: { atOnce: number; perSecond: number }) {
  let owed = 0
  let since = performance.now()
  return {
    spend(count: number): number {
      const now = performance.now()
      owed = Math.max(0, owed - ((now - since) * perSecond) / 1000) + count
      since = now
      return Math.max(0, owed - atOnce) * (1000 / perSecond)
    },
  }
}
