/** One owner a table: only its module writes it, and reads across modules are a short list. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { rollups } from '../src/modules/sums/rollups-model.ts'
import { foreignReads, modules, upwardReads } from './module-list.ts'
import { tablesIn } from './table-use.ts'

/**
 * The kernel's tables serve every module; the demo's text messages and the books of the sandboxes and of payouts by hand belong to their ports.
 */
const owners: Record<string, readonly string[]> = {
  kernel: ['audit', 'limit_counter', 'live_event', 'live_event_counter', 'repeated_call', 'tenant_key'],
  ports: [
    'hand_payout',
    'sandbox_manners',
    'sandbox_payment',
    'sandbox_payout',
    'sandbox_refund',
    'sms_inbox',
  ],
  ...Object.fromEntries(Object.entries(modules).map(([name, { owns }]) => [name, owns])),
}

const src = join(import.meta.dirname, '../src')
const ownerOf = new Map(Object.entries(owners).flatMap(([owner, tables]) => tables.map((t) => [t, owner])))
/** `modules/goods/x.ts` -> goods, `kernel/db.ts` -> kernel. */
const unitOf = (path: string): string => /^(?:modules\/)?([^/]+)/.exec(path)?.[1] ?? path

const files = globSync('**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts') && path !== 'kernel/schema.ts')
  .map((path) => ({ path, unit: unitOf(path), text: readFileSync(join(src, path), 'utf8') }))

test('every module says what it is', () => {
  const folders = globSync('*', { cwd: join(src, 'modules') })
  expect(Object.keys(modules).toSorted()).toEqual(folders.toSorted())
})

describe('tables', () => {
  test('have one owner each', () => {
    const schema = readFileSync(join(src, 'kernel/schema.ts'), 'utf8')
    const [, database = ''] = schema.split('export type Database = {')
    const tables = [...database.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)
    expect(tables.length).toBeGreaterThan(30)
    expect([...ownerOf.keys()].toSorted()).toEqual(tables.toSorted())
    expect(Object.values(owners).flat()).toHaveLength(tables.length)
  })

  test('are written by their owner alone', () => {
    const strangers = files.flatMap(({ path, unit, text }) =>
      [...tablesIn(text).written]
        .filter((table) => ownerOf.has(table) && ownerOf.get(table) !== unit)
        .map((table) => `${path} writes ${table} of ${ownerOf.get(table)}`),
    )
    expect(strangers).toEqual([])
  })

  test('are read by others as far as the list says, and no entry of it is out of date', () => {
    const found: Record<string, Set<string>> = {}
    for (const { unit, text } of files)
      for (const table of tablesIn(text).read)
        if (ownerOf.has(table) && ownerOf.get(table) !== unit) (found[unit] ??= new Set()).add(table)
    const lists = Object.entries(found).map(([unit, tables]) => [unit, [...tables].toSorted()])
    expect(Object.fromEntries(lists)).toEqual(foreignReads)
  })

  test('are read upwards as far as the list says, which may only become shorter', () => {
    const upward = Object.entries(upwardReads)
    for (const [unit, tables] of upward)
      expect(foreignReads[unit]).toEqual(expect.arrayContaining([...tables]))
    expect(upward.flatMap(([, tables]) => tables).length).toBeLessThanOrEqual(23)
  })

  test('are named by a variable, which this test could not read, for sums alone, which are of their module', () => {
    expect(files.filter(({ text }) => /\bsql\.table\(/.test(text)).map(({ path }) => path)).toEqual([
      'modules/sums/move-queries.ts',
      'modules/sums/stored-queries.ts',
    ])
    expect(rollups.map(({ table }) => table).toSorted()).toEqual(modules['sums']?.owns.toSorted())
  })
})

describe('statements are found', () => {
  test.each([
    ["tx.insertInto('area').values(x)", 'area'],
    ["tx\n  .updateTable('area')\n  .set(x)", 'area'],
    ["tx.deleteFrom('area')", 'area'],
    ['sql`insert into area (a) values (1)`', 'area'],
    ['sql`with x as (select 1) update area a set b = 1`', 'area'],
    ['sql`update area set b = 1`', 'area'],
    ['sql`delete from area a using store s`', 'area'],
  ])('that write: %s', (source, table) => {
    expect([...tablesIn(source).written]).toEqual([table])
  })

  test.each([
    ["tx.selectFrom('area as a')", ['area']],
    ["tx.selectFrom('area').leftJoin('store as s', on)", ['area', 'store']],
    ['sql`select from area join store s on true for update`', ['area', 'store']],
  ])('that read: %s', (source, tables) => {
    const { written, read } = tablesIn(source)
    expect([...read]).toEqual(tables)
    expect([...written]).toEqual([])
  })

  test('but not in comments', () => {
    expect(tablesIn('/** Deletes from area: delete from area. */\n// update area set x').written.size).toBe(0)
  })
})
