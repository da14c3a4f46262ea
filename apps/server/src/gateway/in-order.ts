/** Runs work of one name in the order it was added, one at a time; different names do not wait for each other. */
export function inOrder() {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return {
    /** The number of works of this name that are not done yet. */
    waiting: (name: string): number => lines.get(name)?.waiting ?? 0,
    async add<T>(name: string, work: () => Promise<T>): Promise<T> {
      const line = lines.get(name) ?? { last: Promise.resolve(), waiting: 0 }
      lines.set(name, line)
      line.waiting += 1
      const mine = line.last.then(work)
      line.last = mine.catch(() => {})
      try {
        return await mine
      } finally {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(name)
      }
    },
  }
}
