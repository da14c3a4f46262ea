import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { inProject } from './project.mjs'

/** Folders of `e2e` that hold no journeys of a feature. */
const SHARED = new Set(['pages', 'phone', 'shell', 'support'])
/** Modules whose journeys are in other folders than the one of their name. */
const JOURNEYS_OF = /** @type {Record<string, string[]>} */ ({
  presence: ['devices'],
  notify: ['notify', 'inbox'],
})

/**
 * Where a change begins: the merge-base with `main`. On `main` itself it is HEAD while there are uncommitted files,
 * and otherwise the commit before.
 */
export function changeBase() {
  const head = git('rev-parse', 'HEAD')
  const base = git('merge-base', 'HEAD', 'main')
  if (base !== head) return base
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD~') : head
}

/**
 * The files that differ from the base, committed or not.
 * @param {string} base
 */
export function changedFiles(base) {
  const named = git('diff', '--name-only', base)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...named.split('\n'), ...untracked.split('\n')].filter((path) => path !== '')
}

/** The tests that read files of the project instead of importing them, so that no import tells what they prove. */
export const testsThatRead = () =>
  git('ls-files', '*.test.ts', '*.test.tsx')
    .split('\n')
    .filter((path) => {
      const text = readFileSync(inProject(path), 'utf8')
      return /\b(globSync|readdirSync|readFileSync)\b/.test(text) && text.includes('import.meta')
    })

/** The features that have journeys, by the names of their folders. */
export const featuresWithJourneys = () =>
  readdirSync(inProject('e2e'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name))
    .map(({ name }) => name)

/**
 * Which journeys a change touches: `folders` of `e2e`, and the `features` whose pages are visited (all of them
 * without a list). Undefined when neither a program nor a journey has changed.
 * @param {string[]} files
 * @param {string[]} features
 * @returns {{ folders: string[], features?: string[] } | undefined}
 */
export function journeysFor(files, features) {
  const folders = new Set()
  let all = false
  let shared = false
  for (const file of files) {
    const touched = featuresOf(file).filter((name) => features.includes(name))
    if (file === 'playwright.config.ts' || file.startsWith('e2e/support/')) all = true
    else if (file.endsWith('.test.ts') || file.endsWith('.test.tsx')) continue
    else if (touched.length > 0) for (const name of touched) folders.add(name)
    else if (/^e2e\/(pages|phone|shell)\//.test(file)) folders.add(file.split('/')[1])
    else if (/^(apps\/(web|server|simulator)|packages)\//.test(file)) shared = true
  }
  if (all) return { folders: ['e2e'] }
  if (shared) for (const name of ['shell', 'pages', 'phone']) folders.add(name)
  if (folders.size === 0) return undefined
  const named = [...folders].map((name) => `e2e/${name}`)
  if (folders.has('pages')) return { folders: named }
  return { folders: [...named, 'e2e/pages'], features: [...folders].filter((name) => name !== 'phone') }
}

/**
 * The features that a file belongs to, by the name of its folder.
 * @param {string} path
 * @returns {string[]}
 */
function featuresOf(path) {
  const patterns = [
    /^apps\/web\/src\/(?:features|entities)\/([^/]+)\//,
    /^apps\/server\/src\/modules\/([^/]+)\//,
    /^packages\/contract\/src\/([^/]+)\//,
    /^e2e\/([^/]+)\//,
  ]
  const name = patterns.map((pattern) => pattern.exec(path)?.[1]).find((found) => found !== undefined)
  return name === undefined ? [] : (JOURNEYS_OF[name] ?? [name])
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: inProject(), encoding: 'utf8' }).trim()
}
