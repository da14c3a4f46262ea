import { expect, test } from 'vitest'

import { inOrder } from './in-order.ts'

test('work of one name goes in order, also after a failure, and other names do not wait', async () => {
  const queue = inOrder()
  const done: string[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const first = queue
    .add('a', async () => {
      await gate
      done.push('a1')
      throw new Error('broken')
    })
    .catch((error: Error) => error.message)
  const second = queue.add('a', async () => void done.push('a2'))
  await queue.add('b', async () => void done.push('b1'))
  open()
  expect(await first).toBe('broken')
  await second
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('it is known how much is not done yet', async () => {
  const queue = inOrder()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const all = [queue.add('a', () => gate), queue.add('a', () => gate)]
  expect([queue.waiting('a'), queue.waiting('b')]).toEqual([2, 0])
  open()
  await Promise.all(all)
  expect(queue.waiting('a')).toBe(0)
})
