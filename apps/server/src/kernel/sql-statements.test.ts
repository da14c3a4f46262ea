import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { statementsOf } from './sql-statements.ts'

describe('statements of an SQL file', () => {
  test.each([
    ['one after the other', 'select 1; select 2;\n', ['select 1', 'select 2']],
    ['the last one without a semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
    ['a semicolon in a text', "select 'a;''b;'; select 2", ["select 'a;''b;'", 'select 2']],
    ['a semicolon in a name', 'select ";" ; select 2', ['select ";"', 'select 2']],
    [
      'a semicolon in a comment',
      'select 1 -- one; two\n; select 2 /* ; */',
      ['select 1 -- one; two', 'select 2 /* ; */'],
    ],
    [
      'a quote in a comment',
      "-- the merchant's\nselect 1; select 2",
      ["-- the merchant's\nselect 1", 'select 2'],
    ],
    [
      'a body between dollar signs',
      'do $$ begin a; b; end $$; select 2',
      ['do $$ begin a; b; end $$', 'select 2'],
    ],
    ['a body with a tag', 'do $x$ a; $$ b; $$ c; $x$; select 2', ['do $x$ a; $$ b; $$ c; $x$', 'select 2']],
    ['a comment alone', '-- nothing;\n', []],
    ['empty ones', ';;\n;', []],
  ])('%s', (_, text, statements) => {
    expect(statementsOf(text)).toEqual(statements)
  })

  test('every migration is cut without losing a character of code', () => {
    const folder = new URL('../../migrations/', import.meta.url)
    const bare = (text: string): string => text.replace(/--[^\n]*/g, '').replace(/[\s;]+/g, '')
    for (const name of readdirSync(folder)) {
      const text = readFileSync(new URL(name, folder), 'utf8')
      expect(bare(statementsOf(text).join('')), name).toBe(bare(text))
    }
  })
})
