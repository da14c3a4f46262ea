/** How goods were paid is known of the bills of an installation that is in use, too. */
import { payClients } from '@slotwise/contract'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { migrate, readMigrations } from '../src/kernel/migrate.ts'
import type { Bill } from '../src/modules/bills/bill-model.ts'
import { rollups, sumsOf } from '../src/modules/sums/rollups-model.ts'
import { billOf } from './bill-of.ts'
import { databaseUrl } from './postgres.ts'

// No superuser, because row-level security would not hold for one.
const owner = `goods_owner_${process.pid}`
const name = `test_goods_payments_${process.pid}`
const server = inject('postgres').url
const ownerUrl = new URL(databaseUrl(server, name))
Object.assign(ownerUrl, { username: owner, password: 'secret' })
let superuser: pg.Client

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  await onServer(
    `create role ${owner} login password 'secret'`,
    `grant slotwise_app to ${owner}`,
    `create database ${name} owner ${owner}`,
  )
  superuser = new pg.Client({ connectionString: databaseUrl(server, name), options: '-c timezone=UTC' })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await onServer(`drop database ${name} with (force)`, `drop role ${owner}`)
})

/** Three months, with the first and last moments of the merchant's days and months among them. */
const moments = ['2026-08-31T15:59:59.999Z', '2026-08-31T16:00:00Z', '2026-10-31T23:30:00Z'].map(
  (moment) => new Date(moment),
)
const draft = fc.record({
  machine: fc.constantFrom(1, 2),
  store: fc.constantFrom(null, '3', '4'),
  at: fc.oneof(
    fc.constantFrom(...moments),
    fc.date({ min: moments[0]!, max: moments[2]!, noInvalidDate: true }),
  ),
  client: fc.constantFrom(...payClients),
  status: fc.integer({ min: 0, max: 11 }),
  total: fc.integer({ min: 0, max: 2_000 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  lines: fc.array(
    fc.record({
      channel_sn: fc.integer({ min: 1, max: 3 }),
      goods_id: fc.constantFrom(null, '7', '8'),
      price: fc.integer({ min: 0, max: 50 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      delivered: fc.constantFrom(null, 0, 1, 3),
    }),
    { maxLength: 7 },
  ),
})

test('every bill so far is in the sums, as the product adds them up', async () => {
  const names = (await readMigrations()).map((migration) => migration.name)
  await migrate(ownerUrl.href, () => {}, new Set(names.filter((one) => one < '0092')))
  await superuser.query(
    `insert into tenant (tenant_id, mch_name, country, business, created_at)
     values (5, 'One', 'CN', 'vm', now()), (6, 'Two', 'MY', 'vm', now());
     insert into device (tenant_id, device_id, sn, title, type, bound_at) overriding system value
     select tenant, machine, (100 * tenant + machine)::text, '', 'vending', now()
       from unnest('{5,6}'::int[]) tenant, unnest('{1,2}'::int[]) machine;
     select add_month(parent, month) from unnest('{bill,bill_goods}'::text[]) parent,
            unnest('{2026-08-01,2026-09-01,2026-10-01}'::date[]) month`,
  )
  const sold = fc
    .sample(draft, { numRuns: 600, seed: 11 })
    .map(({ machine, store, at, client, status, total, part, lines }): Bill & { tenant_id: string } => ({
      ...billOf(
        { id: String(machine), sn: '', store },
        {
          create_at: at,
          client,
          status: status as Bill['status'],
          total_price: total,
          refunded: status < 8 ? 0 : status < 10 ? total : Math.round(total * part),
          goods: lines.map((line) => ({ ...line, title: '', fault: null })),
        },
      ),
      tenant_id: total % 3 === 0 ? '6' : '5',
    }))
  await superuser.query(`insert into bill select * from jsonb_populate_recordset(null::bill, $1::jsonb)`, [
    JSON.stringify(sold),
  ])
  // A dump that another user restores names the former owner in this policy.
  await superuser.query('drop policy owner_reads on bill')

  await migrate(ownerUrl.href, () => {})
  for (const tenant of ['5', '6']) {
    const own = sold.filter(({ tenant_id: id }) => id === tenant)
    const sums = sumsOf(own, { utcOffsetMinutes: 480, now: new Date() })
    const added = (table: string) => {
      const rollup = rollups.find((one) => one.table === table)
      return inOrder((rollup ? (sums.get(rollup) ?? []) : []) as Key[])
    }
    const kept = async (table: string, day: string) => {
      const { rows } = await superuser.query<Key>(
        `select t.${day}::text, t.goods_id, t.store_id, t.device_id, t.client, t.count, t.pieces, t.income::float8,
                t.refund::float8 from ${table} t where t.tenant_id = $1`,
        [tenant],
      )
      return inOrder(rows)
    }
    expect(added('sales_goods_client_day').length).toBeGreaterThan(100)
    expect(await kept('sales_goods_client_day', 'day')).toEqual(added('sales_goods_client_day'))
    expect(await kept('sales_goods_client_month', 'month')).toEqual(added('sales_goods_client_month'))
  }
})

type Key = { goods_id: string; store_id: string; device_id: string; client: string }

function inOrder<Row extends Key>(rows: readonly Row[]): Row[] {
  const key = (row: Row): string =>
    [Object.values(row)[0], row.goods_id, row.store_id, row.device_id, row.client].join(' ')
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}
