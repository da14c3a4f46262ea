/** One owner a table: only its module writes it, and reads across modules are a short list. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { rollups } from '../src/modules/sums/rollups-model.ts'
import { modules } from './module-list.ts'
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

/**
 * Tables of other modules that a module reads by joins, counts and read models. Keep this short: ask the owner
 * instead.
 */
const foreignReads: Record<string, readonly string[]> = {
  // The list of merchants, and the areas of the stores and machines that a limited caller sees.
  kernel: ['device', 'login', 'store'],
  // Begins its snapshot on all nodes of a spread database.
  backup: ['tenant'],
  // The rights of a session, with the stores of its areas.
  account: ['account_area', 'account_device', 'account_store', 'role', 'store'],
  // A link of a deleted account is invalid.
  jobs: ['account'],
  audit: ['audit'],
  // Accounts with their last login and open invitation, and the areas, stores and machines they can be limited to.
  staff: ['account', 'area', 'device', 'invitation', 'session', 'store'],
  // The number of machines in a store, and the name of its payout account.
  regions: ['bank_card', 'device'],
  // The goods that show a picture.
  media: ['goods', 'goods_image'],
  // The number of slots that hold goods, the goods' pictures, and the pieces sold.
  goods: ['channel', 'device', 'image', 'sales_goods_month'],
  // Who receives a machine's events, which merchants have machines, and whether a faulty slot exists.
  presence: ['channel', 'device', 'machine', 'slot_report'],
  // The list of machines: their places, payout accounts, state and stock, what they sell, and whether they are ordered
  // to rearrange their slots.
  devices: ['area', 'bank_card', 'channel', 'command', 'device_fault', 'device_state', 'goods', 'store'],
  // The goods, places and thresholds of slots, and commands that explain a count.
  slots: ['area', 'command', 'device', 'goods', 'store', 'threshold'],
  // Names of machines and stores and the remarks of refunds, read with a page of bills in one statement.
  bills: ['bill_refund', 'device', 'store'],
  // The bills of refunds, by which these are listed and their payment is found.
  refunds: ['bill'],
  // Bills whose deadline has passed.
  sales: ['bill'],
  // Names of machines and stores, what was given or asked back, and whether the machine has reported.
  payments: ['bill', 'bill_refund', 'device', 'store'],
  // Who handed a card in, and how many stores and machines are paid out to it.
  bankcards: ['account', 'device', 'store'],
  // Names and masked numbers of payout accounts.
  funds: ['bank_card'],
  // The state of all machines of a merchant, and the places of those with alerts.
  alerts: ['device', 'device_fault', 'device_state', 'store'],
  // Sales, payments and refunds, compared with open cases in one statement, and the names of their places.
  exceptions: ['bill', 'bill_refund', 'device', 'pay_order', 'store'],
  // The names of receivers, and of the machines and stores that notices are about.
  notify: ['account', 'device', 'store'],
  // The names and roles of keys, and the machines and stores that events are about.
  integrations: ['account', 'device', 'role', 'store'],
  // Everything that happened at a machine.
  history: ['command', 'device_fault', 'device_temperature', 'goods', 'stock_move'],
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
