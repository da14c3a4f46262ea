import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../test/app.ts'
import { makeMerchant } from '../../test/factories.ts'
import { asOwner } from '../../test/owner.ts'
import { writeAudit } from './audit.ts'
import { inTenant, openDb } from './db.ts'
import { ensureMonths, makeMonthsAhead, monthlyTables } from './months.ts'
import { operatorOrigin } from './operator.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const monthsOf = async (table: string): Promise<string[]> =>
  (
    await asOwner<{ name: string }>(
      app,
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map(({ name }) => name)

test('processes that make the same month at the same moment do not disturb each other', async () => {
  const several = Array.from({ length: 4 }, () => openDb(app.deps.db.url, { waitSeconds: 120 }))
  try {
    const moments = ['2030-01-31T23:59:59.999Z', '2030-02-01T00:00:00Z'].map((text) => new Date(text))
    await Promise.all(several.map(({ main }) => ensureMonths(main, moments)))
    for (const table of monthlyTables)
      expect(await monthsOf(table)).toEqual(expect.arrayContaining([`${table}_2030_01`, `${table}_2030_02`]))
  } finally {
    await Promise.all(several.map((db) => db.close()))
  }
})

test('the present month and the next two are made ahead, also over the end of a year', async () => {
  await makeMonthsAhead(app.deps.db.main, new Date('2031-11-30T12:00:00Z'))
  for (const table of monthlyTables)
    expect((await monthsOf(table)).filter((name) => /_203[12]_/.test(name))).toEqual([
      `${table}_2031_11`,
      `${table}_2031_12`,
      `${table}_2032_01`,
    ])
})

describe('the month of the clock is made before the first transaction of a process in it', () => {
  test('also when no worker has made months for long, and once for many calls', async () => {
    app.clock.now = new Date('2027-08-10T12:00:00Z')
    await Promise.all([makeMerchant(app), makeMerchant(app), makeMerchant(app)])
    const made = (await monthsOf('audit')).filter((name) => name.startsWith('audit_2027'))
    expect(made).toEqual(['audit_2027_08'])
    const calls = await asOwner(app, 'select call, count(*)::int from audit_2027_08 group by 1 order by 1')
    expect(calls).toEqual([
      { call: 'login', count: 3 },
      { call: 'signUp', count: 3 },
    ])
  })

  test('and the month of yesterday and of tomorrow, because a transaction may last over midnight', async () => {
    const owner = await makeMerchant(app)
    for (const [now, other] of [
      ['2028-03-31T23:59:59.999Z', '2028-04-01T00:00:00Z'],
      ['2028-07-01T00:00:00Z', '2028-06-30T23:59:59.999Z'],
    ] as const) {
      app.clock.now = new Date(now)
      await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
        writeAudit(
          tx,
          owner.tenantId,
          { id: null, username: 'u' },
          { ...operatorOrigin(app.deps), now: new Date(other) },
          { call: 'delArea', object: 'area', objectId: '1', before: {} },
        ),
      )
    }
    const stored = await asOwner<{ month: string }>(
      app,
      `select tableoid::regclass::text as month from audit where call = 'delArea' order by at`,
    )
    expect(stored.map(({ month }) => month)).toEqual(['audit_2028_04', 'audit_2028_06'])
  })

  test('and is made by the next call when one could not make it', async () => {
    const { tenantId } = await makeMerchant(app)
    const work = () => inTenant(app.deps.db.main, tenantId, async () => 'done')
    app.clock.now = new Date('2029-05-10T12:00:00Z')
    await asOwner(app, 'revoke execute on function add_month from slotwise_app')
    await expect(work()).rejects.toThrow('permission denied for function add_month')
    await asOwner(app, 'grant execute on function add_month to slotwise_app')
    expect(await work()).toBe('done')
    expect(await monthsOf('audit')).toContain('audit_2029_05')
  })
})

test('the application makes no months of other tables', async () => {
  await expect(sql`select add_month('audit_seal', '2030-01-01')`.execute(app.deps.db.main)).rejects.toThrow(
    /no table by months/,
  )
})
