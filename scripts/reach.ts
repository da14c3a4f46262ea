/**
 * Finds out which test files enter which functions, so that a fault is tried on those alone: no other test can notice
 * it. The sources are given a call at the beginning of each function, in the copy that `npm run mutate` works in.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync } from 'vite'

type Range = { start: number; end: number }
type Node = Range & { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The bodies of all functions of a source, outer ones before those inside of them. */
export function bodiesIn(source: string): (Range & { isBlock: boolean })[] {
  const found: (Range & { isBlock: boolean })[] = []
  const visit = (node: Node): void => {
    const { body } = node
    if (/Function/.test(node.type) && isNode(body))
      found.push({ start: body.start, end: body.end, isBlock: source[body.start] === '{' })
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
  }
  visit(parseSync('source.ts', source).program as unknown as Node)
  return found
}

/** The innermost function around a place: where its body begins. Undefined for a place outside of functions. */
export const functionAt = (source: string, place: number): number | undefined =>
  bodiesIn(source).findLast(({ start, end }) => start <= place && place < end)?.start

/** Names the fault that is switched on; programs that tests start inherit it. */
const faultVariable = 'SLOTWISE_FAULT'

/** A fault inside of a function, that is made only while its number is switched on. */
export type Switched = Range & { number: number; replacement: string }

/** The body of the outermost function around a place. */
const outermostAt = (source: string, place: number) =>
  bodiesIn(source).find(({ start, end }) => start <= place && place < end)

/**
 * The source with a call of `reached` at the beginning of each function. A function with faults has a body for each of
 * them beside its own, so that a process that has loaded it can try one fault after the other.
 */
export function watched(source: string, file: string, faults: readonly Switched[] = []): string {
  const inserts = bodiesIn(source).flatMap(({ start, end, isBlock }) => {
    const call = `globalThis.reached?.('${file}:${start}')`
    return isBlock
      ? [{ at: start + 1, text: `${call};` }]
      : [
          { at: start, text: `(${call}, ` },
          { at: end, text: ')' },
        ]
  })
  for (const { number, start, end, replacement } of faults) {
    const body = outermostAt(source, start)
    if (!body) throw new Error(`${file}:${start} is outside of functions`)
    const faulty = source.slice(body.start, start) + replacement + source.slice(end, body.end)
    const isOn = `process.env['${faultVariable}'] === '${number}'`
    inserts.push(
      { at: body.start, text: body.isBlock ? `{ if (${isOn}) ${faulty} else ` : `(${isOn} ? ${faulty} : ` },
      { at: body.end, text: body.isBlock ? ' }' : ')' },
    )
  }
  // From the end on, so that the places before stay true; of those at one place the last was inserted first.
  return inserts
    .toSorted((a, b) => b.at - a.at)
    .reduce((changed, { at, text }) => changed.slice(0, at) + text + changed.slice(at), source)
}

/**
 * A setup file that switches a fault on, and writes down for each test file what it reached, and what of it before its
 * tests began.
 */
export const watcher = (folder: string): string => `
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject } from 'vitest'
process.env['${faultVariable}'] = inject('fault')
const reached = new Set<string>()
Object.assign(globalThis, { reached: (place: string) => reached.add(place) })
const began = Date.now()
let loading: string[] = []
beforeAll(() => void (loading = [...reached]))
afterAll(() => {
  const file = expect.getState().testPath ?? ''
  mkdirSync('${folder}', { recursive: true })
  const name = '${folder}/' + file.replaceAll('/', '+') + '.json'
  writeFileSync(name, JSON.stringify({ file, began, loading, reached: [...reached] }))
})
`

type Seen = { file: string; began: number; loading: string[]; reached: string[] }

/** The test files that reached each function. */
export type Reach = ReadonlyMap<string, readonly string[]>

export function reachOf(seen: readonly Seen[]): Reach {
  const reach = new Map<string, string[]>()
  for (const { file, reached } of seen.toSorted((a, b) => a.began - b.began))
    for (const place of reached) reach.set(place, [...(reach.get(place) ?? []), file])
  return reach
}

export const readSeen = (folder: string): Seen[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Seen)
