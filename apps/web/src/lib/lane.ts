/**
 * Runs at most `width` pieces of work at once; the others wait in order of arrival. Work that is aborted while waiting
 * never starts; work that has started must handle the signal itself.
 */
export function createLane(width: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  const waiting: (() => void)[] = []
  let underWay = 0

  const next = (): void => {
    if (underWay >= width) return
    const begin = waiting.shift()
    if (begin) begin()
  }
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const callOff = (): void => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal.reason as Error)
      }
      const begin = (): void => {
        signal.removeEventListener('abort', callOff)
        underWay += 1
        resolve()
      }
      if (signal.aborted) return reject(signal.reason as Error)
      signal.addEventListener('abort', callOff, { once: true })
      waiting.push(begin)
      next()
    })

  return async (work, signal) => {
    await turn(signal)
    try {
      return await work()
    } finally {
      underWay -= 1
      next()
    }
  }
}
