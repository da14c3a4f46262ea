/** Allows `atOnce` units in a burst and `perSecond` in the long run. Returns the milliseconds to wait before the next. */
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
