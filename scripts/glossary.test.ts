import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const page = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')
const terms = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| term '))
  .map((line) => line.split('|')[1]?.trim())

test('the glossary has one line a term', () => {
  expect(terms.length).toBeGreaterThan(100)
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([])
})
