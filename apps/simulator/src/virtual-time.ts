import type { Schedule } from './machine/life.ts'

/** A clock that advances only on request, so that tests run hours of a machine's life at once, always the same. */
export type VirtualTime = {
  now(): number
  schedule: Schedule
  /** Advances by this much and runs the work that is due in between. */
  advance(ms: number): void
  /** Advances to the next due work and runs it. False when there is none. */
  step(): boolean
}

type Timer = { at: number; work(): void }

export function virtualTime(start = 0): VirtualTime {
  let now = start
  const timers: Timer[] = []

  function step(): boolean {
    const timer = timers.shift()
    if (!timer) return false
    now = Math.max(now, timer.at)
    timer.work()
    return true
  }

  return {
    now: () => now,
    schedule(ms, work) {
      const timer = { at: now + Math.max(0, ms), work }
      const later = timers.findLastIndex(({ at }) => at <= timer.at) + 1
      timers.splice(later, 0, timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      }
    },
    advance(ms) {
      const until = now + ms
      while (timers[0] && timers[0].at <= until) step()
      now = until
    },
    step,
  }
}
