import { expect, test } from 'vitest'

import { makeTurnstile, type Rank } from './turnstile.ts'

/** Work that ends when the test says so, and a list of what has begun. */
function makeWork() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const pass = makeTurnstile(2)
  return {
    begun,
    ask(name: string, rank: Rank): Promise<string> {
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return pass(rank, () => {
        begun.push(name)
        return end.promise
      })
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

test('a limited number of tasks runs at once, and the others wait by rank, then in order', async () => {
  const { ask, begun, end } = makeWork()
  const passing = [
    ask('login 1', 'login'),
    ask('login 2', 'login'),
    ask('login 3', 'login'),
    ask('report 1', 'report'),
    ask('report 2', 'report'),
    ask('command', 'command'),
  ]
  await expect.poll(() => begun).toEqual(['login 1', 'login 2'])
  const after = [
    ['login 2', 'command'],
    ['command', 'report 1'],
    ['login 1', 'report 2'],
    ['report 2', 'login 3'],
  ] as const
  for (const [ended, next] of after) {
    end(ended)
    await expect.poll(() => begun.at(-1)).toBe(next)
  }
  end('report 1')
  end('login 3')
  expect(await Promise.all(passing)).toHaveLength(6)
})

test('a task that fails frees its place, and without a queue a task of any rank starts at once', async () => {
  const { ask, begun, end, fail } = makeWork()
  const failing = ask('one', 'report')
  const others = [ask('two', 'report'), ask('three', 'report')]
  await expect.poll(() => begun).toEqual(['one', 'two'])
  fail('one')
  await expect(failing).rejects.toThrow('one')
  end('two')
  end('three')
  expect(await Promise.all(others)).toEqual(['two', 'three'])
  const last = ask('four', 'login')
  await expect.poll(() => begun.at(-1)).toBe('four')
  end('four')
  expect(await last).toBe('four')
})
