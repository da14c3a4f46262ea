import { expect, test } from 'vitest'

import { inOrder } from './in-order.ts'

test('work of one line goes in order, also after a failure, and other lines do not wait', async () => {
  const add = inOrder()
  const done: string[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const first = add(['a'], async () => {
    await gate
    done.push('a1')
    throw new Error('broken')
  }).catch((error: Error) => error.message)
  const second = add(['a'], async () => void done.push('a2'))
  await add(['b'], async () => void done.push('b1'))
  open()
  expect(await first).toBe('broken')
  await second
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('after a failure, the next work of the line begins when the callers have heard of it', async () => {
  const add = inOrder()
  let isHeard = false
  const hear = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve()
    isHeard = true
  }
  add(['a'], () => Promise.reject(new Error('broken'))).catch(hear)
  expect(await add(['a'], async () => isHeard)).toBe(true)
})

test('work of two lines waits for both, and both wait for it', async () => {
  const add = inOrder()
  const done: string[] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = (name: string, gate?: number) => async () => {
    if (gate !== undefined) await gates[gate]?.promise
    done.push(name)
  }
  const all = [
    add(['a'], work('a1', 0)),
    add(['b'], work('b1', 1)),
    add(['a', 'b'], work('both', 2)),
    add(['a'], work('a2')),
    add(['b'], work('b2')),
  ]
  gates[1]?.resolve()
  await all[1]
  await add(['c'], work('c1'))
  gates[0]?.resolve()
  await all[0]
  await add(['c'], work('c2'))
  gates[2]?.resolve()
  await Promise.all(all)
  expect(done).toEqual(['b1', 'c1', 'a1', 'c2', 'both', 'a2', 'b2'])
})
