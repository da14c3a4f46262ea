import { AppError } from './errors.ts'

/** Which line to wait in, and for which owner. `mayWait` is how many calls of the owner may wait already. */
type Queueing = { line?: string; owner?: string; mayWait: number }
export type Turns = <T>(queueing: Queueing, work: () => Promise<T>) => Promise<T>

type Waiting = { begin(): void }
/** Waiting calls by owner; the owner whose turn is next comes first. */
type Line = { busy: number; waiting: Map<string, Waiting[]> }
type Rules = { atOnce: number; patienceMs: number; mayWaitInAll?: number }

/**
 * Runs at most `atOnce` calls at a time in each line. The others wait: the calls of one owner in their order, the
 * owners in turn, so that an owner with many calls does not block another with one. A call that finds too many
 * waiting, or waits longer than `patienceMs`, is refused with the time to come back.
 */
export function makeTurns({ atOnce, patienceMs, mayWaitInAll = Infinity }: Rules): Turns {
  const lines = new Map<string, Line>()

  async function enter(line: Line, { owner = '', mayWait }: Queueing): Promise<void> {
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
        own.splice(own.indexOf(waiter), 1)
        if (own.length === 0) line.waiting.delete(owner)
        reject(tooBusy())
      }, patienceMs)
      const waiter = {
        begin(): void {
          clearTimeout(timer)
          resolve()
        },
      }
      own.push(waiter)
    })
  }

  return async (queueing, work) => {
    const { line: name = '' } = queueing
    const line: Line = lines.get(name) ?? { busy: 0, waiting: new Map<string, Waiting[]>() }
    lines.set(name, line)
    await enter(line, queueing)
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

/** Takes the first call of the first owner, and moves that owner to the end. */
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
