import { describe, expect, test } from 'vitest'
import { testNamesIn } from './test-names.ts'

const namesIn = (source: string) => testNamesIn(source).map(({ name }) => name)

describe('the names of the tests in a file', () => {
  test('are titles joined through nested blocks, and end with their block', () => {
    const source = `
      describe('stores', () => {
        describe("without machines", () => {
          it('can be deleted', async () => { await go((a) => (b)) })
        })
        test('keep their name', () => {})
      })
      test('stand alone', () => {})
    `
    expect(namesIn(source)).toEqual([
      'stores > without machines > can be deleted',
      'stores > keep their name',
      'stand alone',
    ])
  })

  test('are found in Playwright files, where steps and hooks are no tests', () => {
    const source = `
      test.describe.configure({ mode: 'serial' })
      test.describe('the owner', () => {
        test.beforeEach('opens the page', async ({ page }) => {})
        test('logs in', { tag: '@slow' }, async ({ page }) => {
          test.skip(page.isClosed(), 'nothing to see')
          await test.step('types the password', async () => {})
        })
      })
      test.describe(() => {
        test('logs out', async () => {})
      })
    `
    expect(namesIn(source)).toEqual(['the owner > logs in', 'logs out'])
  })

  test('are the titles as the source spells them where a test has parameters', () => {
    const source = [
      "test.each([['a)', 1], [`b`, 2]])('adds %s', () => {})",
      'it.each<{ run: (x: Map<string, number>) => void }>([{ run }])("runs $run", () => {})',
      'describe.each`a | b\n${1} | ${2}`("row $a", () => { test(`counts ${a + `${b}`}`, () => {}) })',
      "test.runIf(process.env['DEEP'])('goes deep', () => {})",
      "test.for(rows)(\n  // why\n  'walks', () => {})",
    ].join('\n')
    expect(namesIn(source)).toEqual([
      'adds %s',
      'runs $run',
      'row $a > counts ${a + `${b}`}',
      'goes deep',
      'walks',
    ])
  })

  test('keep the quotes that the source escapes', () => {
    expect(namesIn(String.raw`test('the owner\'s "store"', () => {})`)).toEqual([`the owner's "store"`])
  })

  test('are not taken from comments, strings, patterns or calls that only look alike', () => {
    const source = [
      "// test('in a line comment')",
      "/* test('in a block comment') */",
      'const text = "test(\'in a string\')"',
      "const code = `test('in a template')`",
      'const pattern = /[\'"`(]/',
      "if (pattern.test('an argument')) contest('another')",
      "function test(declared = 'a declaration') {}",
      "test(title, () => {})\ntest('half ' + title, () => {})",
      "const half = all / 2 // don't",
      'const page = <p title="x">Don\'t</p>',
      '// A comment may end with a full stop.',
      "test('the only one', () => {})",
    ].join('\n')
    expect(namesIn(source)).toEqual(['the only one'])
  })

  test('are marked where the source keeps the test from proving anything', () => {
    const source = `
      test.skip('skipped', () => {})
      it.todo('to do')
      test.fixme('broken', () => {})
      test.fails('failing', () => {})
      describe.skip('block', () => { test('inside', () => {}) })
      test('live', () => {})
    `
    expect(testNamesIn(source).filter(({ skipped }) => !skipped)).toEqual([{ name: 'live', skipped: false }])
    expect(testNamesIn(source)).toHaveLength(6)
  })
})
