import { setImmediate as turn } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Trouble } from './lib/project.mjs'
import { type Check, type LongStep, runSteps } from './lib/steps.mjs'

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

const passed = (name: string) => ({ name, outcome: 'passed' as const, ms: 0 })

/** What runs now, and the names of all commands in the order in which they began. */
const makeLog = () => {
  const began: string[] = []
  let running = 0
  let most = 0
  return {
    began,
    most: () => most,
    async command(name: string) {
      began.push(name)
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
    },
  }
}

/** A check with commands that are named after it. */
const check = (name: string, commands: number, command: (name: string) => Promise<void>): Check => ({
  name,
  what: `the ${name}`,
  fast: true,
  run: async (inLane) => {
    await Promise.all(Array.from({ length: commands }, (_, i) => inLane(() => command(`${name} ${i}`))))
    return [passed(name)]
  },
})
const long = (name: string, command: (name: string) => Promise<void>): LongStep => ({
  name,
  what: `the ${name}`,
  run: async () => {
    await command(name)
    return [passed(name)]
  },
})

describe('steps', () => {
  test('that are checks run beside each other, as many commands as there are lanes; all others run alone', async () => {
    const checks = makeLog()
    const others = makeLog()
    const seen: number[] = []
    const steps = [
      check('lint', 1, checks.command),
      check('types', 4, checks.command),
      ...['tests', 'journeys'].map((name) =>
        long(name, async () => {
          seen.push(checks.began.length)
          await others.command(name)
        }),
      ),
    ]
    const { results, steps: times } = await runSteps(steps, 2)
    expect(checks.most()).toBe(2)
    expect(checks.began).toEqual(['lint 0', 'types 0', 'types 1', 'types 2', 'types 3'])
    expect(seen).toEqual([5, 5])
    expect(others.most()).toBe(1)
    expect(results.map(({ name }) => name)).toEqual(['lint', 'types', 'tests', 'journeys'])
    expect(times.map(({ name }) => name)).toEqual(['lint', 'types', 'tests', 'journeys'])
    for (const name of ['lint', 'types', 'tests', 'journeys'])
      expect(printed).toMatch(new RegExp(`── ${name}: the ${name}\n✓ ${name} passed in \\d+\\.\\d s`))
  })

  test('that fail say why, and the others run nevertheless', async () => {
    const { command, began } = makeLog()
    const failing = check('lint', 1, () => Promise.reject(new Trouble('a.ts: no')))
    const { results } = await runSteps([failing, check('types', 1, command), long('tests', command)], 1)
    expect(results).toEqual([{ name: 'lint', outcome: 'failed', ms: 0 }, passed('types'), passed('tests')])
    expect(began).toEqual(['types 0', 'tests'])
    expect(printed).toMatch(/── lint: the lint\na\.ts: no\n✗ lint failed \(1\) in/)
  })
})
