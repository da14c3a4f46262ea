import { describe, expect, test } from 'vitest'

import { makeTurns } from './turns.ts'

/** Work that ends when the test calls `finish` or `fail`. */
function held(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = async () => {
    log.push(name)
    await promise
  }
  return { work, finish: resolve, fail: reject }
}

const wait = { code: 'wait' }

describe('turns', () => {
  test('let so many in at a time, the others in the order they came, and each line for itself', async () => {
    const turns = makeTurns({ atOnce: 2, patienceMs: 5_000 })
    const begun: string[] = []
    const [first, second] = [held(begun, 'first'), held(begun, 'second')]
    const place = { line: 'a', mayWait: 10 }
    const running = [turns(place, first.work), turns(place, second.work)]
    const waiting = ['third', 'fourth'].map((name) => turns(place, async () => void begun.push(name)))
    await turns({ line: 'b', mayWait: 0 }, async () => void begun.push('another line'))
    expect(begun).toEqual(['first', 'second', 'another line'])
    first.finish()
    await Promise.all(waiting)
    expect(begun).toEqual(['first', 'second', 'another line', 'third', 'fourth'])
    second.finish()
    await Promise.all(running)
  })

  test('refuse work that finds too many before it or waits too long, and go on', async () => {
    const turns = makeTurns({ atOnce: 1, patienceMs: 30 })
    const busy = held([], 'busy')
    const running = turns({ mayWait: 0 }, busy.work)
    const impatient = turns({ owner: 'one', mayWait: 1 }, async () => 'never')
    await expect(turns({ owner: 'one', mayWait: 1 }, async () => 'never')).rejects.toMatchObject(wait)
    const other = turns({ owner: 'other', mayWait: 1 }, async () => 'never')
    await expect(impatient).rejects.toMatchObject(wait)
    await expect(other).rejects.toMatchObject(wait)
    busy.finish()
    await running
    expect(await turns({ mayWait: 0 }, async () => 'free again')).toBe('free again')
  })

  test('go round among the owners, and have a limit for all of them together', async () => {
    const turns = makeTurns({ atOnce: 1, patienceMs: 5_000, mayWaitInAll: 4 })
    const begun: string[] = []
    const busy = held(begun, 'busy')
    const running = turns({ mayWait: 0 }, busy.work)
    const ask = (owner: string, name: string) =>
      turns({ owner, mayWait: 3 }, async () => void begun.push(name))
    const waiting = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
    await expect(ask('c', 'never')).rejects.toMatchObject(wait)
    busy.finish()
    await Promise.all([running, ...waiting])
    expect(begun).toEqual(['busy', 'a1', 'b1', 'a2', 'a3'])
  })

  test('pass on after work that failed', async () => {
    const turns = makeTurns({ atOnce: 1, patienceMs: 5_000 })
    const broken = held([], 'broken')
    const failing = turns({ mayWait: 1 }, broken.work)
    const next = turns({ mayWait: 1 }, async () => 'next')
    broken.fail(new Error('no'))
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
