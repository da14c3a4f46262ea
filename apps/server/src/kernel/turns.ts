/** At most so many at a time, by key; the others wait in line, and beyond `mayWait` or `patienceMs` are sent away. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

type Line = { busy: number; waiting: (() => void)[] }

export function makeTurns(
  { atOnce, mayWait, patienceMs }: { atOnce: number; mayWait: number; patienceMs: number },
  sendAway: () => Error,
): Turns {
  const lines = new Map<string, Line>()

  async function enter(line: Line): Promise<void> {
    if (line.busy < atOnce) {
      line.busy += 1
      return
    }
    if (line.waiting.length >= mayWait) throw sendAway()
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(next), 1)
        reject(sendAway())
      }, patienceMs)
      const next = (): void => {
        clearTimeout(timer)
        resolve()
      }
      line.waiting.push(next)
    })
  }

  return async (key, work) => {
    const line = lines.get(key) ?? { busy: 0, waiting: [] }
    lines.set(key, line)
    await enter(line)
    try {
      return await work()
    } finally {
      // Whoever is next takes this place over.
      const next = line.waiting.shift()
      if (next) next()
      else {
        line.busy -= 1
        if (line.busy === 0) lines.delete(key)
      }
    }
  }
}
