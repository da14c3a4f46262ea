import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { expect, test } from 'vitest'

const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: import.meta.dirname })
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    .join('\n')
const namesIn = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map((found) => found[1] ?? ''))
/** The classes that begin a rule, also inside of media queries. */
const styledIn = (text: string): Set<string> => namesIn(text, /^\s*[a-z]*\.(sw-[a-z-]+)/gm)

/** The style of a feature is loaded with its pages only, so a part that all pages share must not rely on it. */
test('what all pages share has its styles here', () => {
  const used = namesIn(textOf('**/*.tsx'), /[\s"'`](sw-[a-z-]+)/g)
  const elsewhere = namesIn(textOf('../{app,entities,features}/**/*.css'), /^\.(sw-[a-z-]+)/gm)
  const here = namesIn(textOf('**/*.css'), /\.(sw-[a-z-]+)/g)
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter((name) => elsewhere.has(name) && !here.has(name))).toEqual([])
})

/** The style of a feature stays loaded when its page is left, so it would change other pages that use the same class. */
test('a class that is not shared is styled in one folder only', () => {
  const shared = styledIn(textOf('**/*.css'))
  const sheets = globSync('../{app,entities,features}/**/*.css', { cwd: import.meta.dirname })
  const folders = [...new Set(sheets.map(dirname))]
  const own = folders.flatMap((folder) => [...styledIn(textOf(`${folder}/*.css`))])
  expect(own.length).toBeGreaterThan(200)
  expect(own.filter((name, place) => own.indexOf(name) !== place && !shared.has(name))).toEqual([])
})
