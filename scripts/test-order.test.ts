import { existsSync } from 'node:fs'

import { expect, test } from 'vitest'
import { inProject } from './lib/project.mjs'
import { inOrder, longFiles, longFirst } from './test-order.ts'

test('long files begin first, in the order of the list, and all others keep theirs', () => {
  const [first, second] = longFiles
  const files = ['/p/b.test.ts', `/p/${second}`, '/p/a.test.ts', `/p/${first}`].map((moduleId) => ({
    moduleId,
  }))
  expect(longFirst(files).map(({ moduleId }) => moduleId)).toEqual([
    `/p/${first}`,
    `/p/${second}`,
    '/p/b.test.ts',
    '/p/a.test.ts',
  ])
})

test('a given order decides, and files that it does not name come last', () => {
  const files = ['/p/c.test.ts', '/p/a.test.ts', '/p/b.test.ts'].map((moduleId) => ({ moduleId }))
  expect(inOrder(files, ['/p/b.test.ts', '/p/a.test.ts']).map(({ moduleId }) => moduleId)).toEqual([
    '/p/b.test.ts',
    '/p/a.test.ts',
    '/p/c.test.ts',
  ])
})

test('every file in the list exists', () => {
  expect(longFiles.filter((file) => !existsSync(inProject(file)))).toEqual([])
})
