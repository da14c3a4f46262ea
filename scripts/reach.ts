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

/** The source with a call of `reached` at the beginning of each function. */
export function watched(source: string, file: string): string {
  const inserts = bodiesIn(source).flatMap(({ start, end, isBlock }) => {
    const call = `globalThis.reached?.('${file}:${start}')`
    return isBlock
      ? [{ at: start + 1, text: `${call};` }]
      : [
          { at: start, text: `(${call}, ` },
          { at: end, text: ')' },
        ]
  })
  // From the end on, so that the places before stay true.
  return inserts
    .toSorted((a, b) => b.at - a.at)
    .reduce((changed, { at, text }) => changed.slice(0, at) + text + changed.slice(at), source)
}

/** A setup file that writes down for each test file what it reached, and what of it before its tests began. */
export const watcher = (folder: string): string => `
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
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

/**
 * A function that was reached while files are loaded may have made what later files use, so all of them count for it.
 */
export function reachOf(seen: readonly Seen[]): Reach {
  const all = seen.map(({ file }) => file)
  const reach = new Map<string, string[]>()
  for (const { file, loading, reached } of seen.toSorted((a, b) => a.began - b.began)) {
    const early = new Set(loading)
    for (const place of reached) {
      const known = reach.get(place)
      if (known === undefined) reach.set(place, early.has(place) ? all : [file])
      else if (known !== all) known.push(file)
    }
  }
  return reach
}

export const readSeen = (folder: string): Seen[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Seen)
