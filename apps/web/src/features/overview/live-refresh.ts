/** The shortest time between two refreshes, however many sales there are. */
export const everyMs = 3_000

/**
 * Collects what has become stale and refreshes it: at once when the last refresh is long enough ago, else when that
 * time has passed. Events in between share one refresh.
 */
export function collectStale<What>(refresh: (stale: ReadonlySet<What>) => void): {
  note: (...stale: readonly What[]) => void
  stop: () => void
} {
  let stale = new Set<What>()
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (): void => {
    timer = undefined
    last = Date.now()
    const due = stale
    stale = new Set()
    refresh(due)
  }
  return {
    note: (...more) => {
      for (const one of more) stale.add(one)
      timer ??= setTimeout(run, Math.max(0, last + everyMs - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
