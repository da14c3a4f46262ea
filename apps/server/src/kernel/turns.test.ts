import { describe, expect, test } from 'vitest'

import { makeTurns } from './turns.ts'

/** Work that ends when it is told to. */
function held() {
  let end = (): void => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => over }
}

const tooMany = () => new Error('too many')

describe('turns', () => {
  test('let so many in at a time, the others in the order they came, and each key for itself', async () => {
    const turns = makeTurns({ atOnce: 2, mayWait: 10, patienceMs: 5_000 }, tooMany)
    const seen: string[] = []
    const first = [held(), held()]
    const running = first.map(({ work }) => turns('a', work))
    const waiting = ['third', 'fourth'].map((name) => turns('a', async () => void seen.push(name)))
    await turns('b', async () => void seen.push('another key'))
    expect(seen).toEqual(['another key'])
    first[0]?.end()
    await Promise.all(waiting)
    expect(seen).toEqual(['another key', 'third', 'fourth'])
    first[1]?.end()
    await Promise.all(running)
  })

  test('send away who comes to a full line or waits too long, and go on', async () => {
    const turns = makeTurns({ atOnce: 1, mayWait: 1, patienceMs: 20 }, tooMany)
    const busy = held()
    const running = turns('a', busy.work)
    const impatient = turns('a', async () => 'never')
    await expect(turns('a', async () => 'never')).rejects.toThrow('too many')
    await expect(impatient).rejects.toThrow('too many')
    busy.end()
    await running
    expect(await turns('a', async () => 'free again')).toBe('free again')
  })

  test('pass on after work that failed', async () => {
    const turns = makeTurns({ atOnce: 1, mayWait: 1, patienceMs: 5_000 }, tooMany)
    const failing = turns('a', async () => {
      throw new Error('failed')
    })
    const next = turns('a', async () => 'next')
    await expect(failing).rejects.toThrow('failed')
    expect(await next).toBe('next')
  })
})
