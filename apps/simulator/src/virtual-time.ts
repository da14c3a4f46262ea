import type { Schedule } from './machine/life.ts'

/** A clock that stands still until it is told to go on: hours of a machine's life in no time, always the same. */
export type VirtualTime = {
  now(): number
  schedule: Schedule
  /** Goes on by this much and does on the way what was due. */
  advance(ms: number): void
  /** Goes on to the next thing that is due, and does it. False when nothing is. */
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
