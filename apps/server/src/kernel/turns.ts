import { AppError } from './errors.ts'

/** Who waits: in which line, and for whom. `mayWait` is how many others may wait for the same before. */
type Place = { line?: string; owner?: string; mayWait: number }
export type Turns = <T>(place: Place, work: () => Promise<T>) => Promise<T>

type Waiting = { begin(): void }
/** Those who wait, by owner; the owner whose turn it is next stands first. */
type Line = { busy: number; waiting: Map<string, Waiting[]> }
type Rules = { atOnce: number; patienceMs: number; mayWaitInAll?: number }

/**
 * At most so many at a time in each line. The others wait: one owner's in the order they came, the owners by turns, so
 * that nobody's many keep another's one from going on. Whoever finds too many before him, or waits for longer than
 * `patienceMs`, is told to come back.
 */
export function makeTurns({ atOnce, patienceMs, mayWaitInAll = Infinity }: Rules): Turns {
  const lines = new Map<string, Line>()

  async function enter(line: Line, { owner = '', mayWait }: Place): Promise<void> {
    if (line.busy < atOnce) {
      line.busy += 1
      return
    }
    const own = line.waiting.get(owner) ?? []
    const all = line.waiting.values().reduce((sum, { length }) => sum + length, 0)
    if (own.length >= mayWait || all >= mayWaitInAll) throw tooBusy()
    line.waiting.set(owner, own)
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        own.splice(own.indexOf(place), 1)
        if (own.length === 0) line.waiting.delete(owner)
        reject(tooBusy())
      }, patienceMs)
      const place = {
        begin(): void {
          clearTimeout(timer)
          resolve()
        },
      }
      own.push(place)
    })
  }

  return async (place, work) => {
    const { line: name = '' } = place
    const line: Line = lines.get(name) ?? { busy: 0, waiting: new Map<string, Waiting[]>() }
    lines.set(name, line)
    await enter(line, place)
    try {
      return await work()
    } finally {
      const next = takeNext(line.waiting)
      if (next) next.begin()
      else {
        line.busy -= 1
        if (line.busy === 0) lines.delete(name)
      }
    }
  }
}

/** The first of the first owner, who then goes to the end. */
function takeNext(waiting: Map<string, Waiting[]>): Waiting | undefined {
  for (const [owner, own] of waiting) {
    const next = own.shift()
    waiting.delete(owner)
    if (own.length > 0) waiting.set(owner, own)
    return next
  }
  return undefined
}

const tooBusy = (): AppError => new AppError('wait', { seconds: 2 })
