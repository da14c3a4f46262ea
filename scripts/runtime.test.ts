import { describe, expect, test } from 'vitest'

import { chooseRuntime, describeRuntime } from './lib/runtime.mjs'

const old = { path: '/usr/bin/node', version: 'v20.20.2', packaged: false }
const fresh = { path: '/usr/local/bin/node', version: 'v26.1.0', packaged: false }
const packaged = { path: 'node_modules/.bin/node', version: 'v24.21.0', packaged: true }

describe('the Node that runs the product', () => {
  test("is the system's when it is new enough, wherever the packaged one stands", () => {
    expect(chooseRuntime([packaged, fresh])).toBe(fresh)
    expect(chooseRuntime([old, packaged, fresh])).toBe(fresh)
    expect(describeRuntime(fresh, [packaged, fresh])).toBe(
      'Node v26.1.0 of this system (/usr/local/bin/node)',
    )
  })

  test('is the packaged one otherwise, and the reason is said', () => {
    expect(chooseRuntime([old, packaged])).toBe(packaged)
    expect(describeRuntime(packaged, [old, packaged])).toMatch(
      /^Node v24.21.0 from the dependencies: this system has v20.20.2, which is too old/,
    )
    expect(describeRuntime(packaged, [packaged])).toContain('this system has none of its own')
  })

  test('is none when all are too old', () => {
    expect(chooseRuntime([old])).toBeUndefined()
  })
})
