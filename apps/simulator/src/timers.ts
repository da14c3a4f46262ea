import type { Schedule } from './machine/life.ts'

/** Real time. */
export const realTime: Schedule = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Timers that can be ended all together. */
export function mortal(schedule: Schedule): { schedule: Schedule; end(): void } {
  const cancels = new Set<() => void>()
  return {
    schedule(ms, work) {
      const cancel = schedule(ms, () => {
        cancels.delete(cancel)
        work()
      })
      cancels.add(cancel)
      return () => {
        cancels.delete(cancel)
        cancel()
      }
    },
    end() {
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
  }
}
