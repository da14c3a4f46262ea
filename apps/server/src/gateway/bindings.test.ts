import { expect, test } from 'vitest'

import { rememberBindings } from './bindings.ts'

/** Look-ups that the test answers, the first one first. */
function makeAsked() {
  const asked: ReturnType<typeof Promise.withResolvers<string | undefined>>[] = []
  const bindings = rememberBindings((_sn) => {
    const one = Promise.withResolvers<string | undefined>()
    asked.push(one)
    return one.promise
  })
  return { asked, bindings }
}

test('a binding is looked up once, and is known without waiting from then on', async () => {
  const { asked, bindings } = makeAsked()
  const both = Promise.all([bindings.of('1'), bindings.of('1')])
  expect(bindings.known('1')).toBeUndefined()
  asked[0]?.resolve('mine')
  expect(await both).toEqual(['mine', 'mine'])
  expect([bindings.known('1'), bindings.known('2')]).toEqual(['mine', undefined])
  expect(await bindings.of('1')).toBe('mine')
  expect(asked).toHaveLength(1)
})

test('a look-up that failed is tried again', async () => {
  const { asked, bindings } = makeAsked()
  const first = bindings.of('1')
  asked[0]?.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  const second = bindings.of('1')
  asked[1]?.resolve('mine')
  expect(await second).toBe('mine')
})

test('a binding that was forgotten while it was looked up is not remembered', async () => {
  const { asked, bindings } = makeAsked()
  const first = bindings.of('1')
  bindings.forget('1')
  asked[0]?.resolve('of before')
  await first
  expect(bindings.known('1')).toBeUndefined()
  void bindings.of('1')
  expect(asked).toHaveLength(2)
})
