/** Allows `atOnce` units in a burst and `perSecond` in the long run. */
export function makeBudget(
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
  clock: () => number = () => performance.now(),
) {
  let owed = 0
  let since = clock()
  const owedAt = (now: number): number => Math.max(0, owed - ((now - since) * perSecond) / 1000)
  return {
    /** Returns the milliseconds to wait before the next. */
    spend(count: number): number {
      const now = clock()
      owed = owedAt(now) + count
      since = now
      return Math.max(0, owed - atOnce) * (1000 / perSecond)
    },
    /** Whether it is as good as a new one. */
    isFull: (): boolean => owedAt(clock()) === 0,
  }
}
