import { describe, expect, it } from 'vitest'

import { createLane } from './lane.ts'

const never = new AbortController().signal
/** Runs the microtasks that are due. */
const settle = async (): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve()
}

function workers() {
  const begun: string[] = []
  const ends = new Map<string, { done: () => void; fail: () => void }>()
  const work = (name: string) => (): Promise<string> => {
    begun.push(name)
    return new Promise((resolve, reject) =>
      ends.set(name, { done: () => resolve(name), fail: () => reject(new Error(name)) }),
    )
  }
  return { begun, ends, work }
}

describe('a lane', () => {
  it('lets so many go on at once, and the next when one has ended, well or not', async () => {
    const { begun, ends, work } = workers()
    const lane = createLane(2)
    const runs = ['a', 'b', 'c', 'd'].map((name) => lane(work(name), never))
    await settle()
    expect(begun).toEqual(['a', 'b'])
    ends.get('b')!.fail()
    await expect(runs[1]).rejects.toThrow('b')
    await settle()
    expect(begun).toEqual(['a', 'b', 'c'])
    ends.get('a')!.done()
    expect(await runs[0]).toBe('a')
    await settle()
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('never begins work that was cancelled while it waited', async () => {
    const { begun, ends, work } = workers()
    const lane = createLane(1)
    const first = lane(work('a'), never)
    const calledOff = new AbortController()
    const second = lane(work('b'), calledOff.signal)
    const third = lane(work('c'), never)
    calledOff.abort(new Error('off'))
    await expect(second).rejects.toThrow('off')
    await expect(lane(work('d'), calledOff.signal)).rejects.toThrow('off')
    ends.get('a')!.done()
    await first
    await settle()
    expect(begun).toEqual(['a', 'c'])
    ends.get('c')!.done()
    expect(await third).toBe('c')
  })
})
