import { setImmediate as afterCallers } from 'node:timers/promises'

/**
 * Runs work in lines: one at a time, in the order it was added. Different lines do not wait for each other. Work that is
 * added to several lines waits for all of them, and they wait for it. After a failure, a line goes on when the callers have
 * heard of it, because they may not want the rest any more.
 */
export function inOrder() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(lines: readonly string[], work: () => Promise<T>): Promise<T> => {
    const mine = Promise.all(lines.flatMap((line) => last.get(line) ?? [])).then(work)
    const done = mine.catch(() => afterCallers())
    for (const line of lines) last.set(line, done)
    try {
      return await mine
    } finally {
      for (const line of lines) if (last.get(line) === done) last.delete(line)
    }
  }
}
