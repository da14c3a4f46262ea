/**
 * Loads bills in bulk: 120 days of 200 machines in 40 stores with 20 slots and 60 goods, with the rhythm of the day, all
 * payments and statuses, and their sums. One merchant has nearly all of them, three small ones the rest.
 */
import pg from 'pg'

import { demo } from '../apps/server/seeds/demo.ts'
import { createMerchant } from '../apps/server/src/modules/account/index.ts'
import type { BenchServer } from './server.ts'

export const days = 120
const machines = 200
const stores = 40
const slots = 20
/** A third of the machines sells the first goods, a third the next ones; a slot holds the same all the time. */
const goods = 3 * slots
const smallMerchants = 3

/** Places and goods of a merchant, numbered from a base of its own. */
const places = `
  with s as (
    insert into store (tenant_id, store_name, phone, store_address, remarks, auto_refund, manager, manager_phone, customer_no,
                       mode, mode_text, coo_mode, coo_mode_text, created_at)
    select $1, 'Bench store ' || i, '', '', '', false, '', '', '', 'routine', '', 'rent', '', now() from generate_series(1, ${stores}) i
    returning store_id),
  numbered as (select store_id, row_number() over () as n from s),
  d as (
    insert into device (tenant_id, sn, title, type, store_id, bound_at)
    select $1, (60000000 + $1::bigint * 1000 + i)::text, 'Bench ' || i, 'vending',
           (select store_id from numbered where n = 1 + i % ${stores}), now() - interval '${days} days'
      from generate_series(1, ${machines}) i returning device_id)
  insert into goods (tenant_id, title, price, description, tags, code, created_by, created_at)
  select $1, 'Bench goods ' || i, 100 + 10 * i, '', '{}', '', (select account_id from account where tenant_id = $1 limit 1), now()
    from generate_series(1, ${goods}) i`

/** Bills of one day, in the order of time. More are sold at noon and in the evening, and at weekends. */
const bills = `
  insert into bill (tenant_id, create_at, orderno, device_id, sn, dev_type, store_id, merchant_id, client, kind, status,
                    total_price, list_price, refunded, goods, oddities, sale_id, sent_ts, reported_at, command_id)
  with place as (select array_agg(device_id order by device_id) as ids, array_agg(sn order by device_id) as sns,
                        array_agg(store_id order by device_id) as stores from device where tenant_id = $1 and title like 'Bench %'),
       ware as (select array_agg(goods_id order by goods_id) as ids, array_agg(price order by goods_id) as prices
                  from goods where tenant_id = $1 and title like 'Bench %'),
       drawn as (
         select i, machine, ${slots} * (machine % 3) + 1 + floor(random() ^ 2 * ${slots})::int as ware,
                date_trunc('milliseconds', $2::timestamptz
                  + (case when random() < 0.5 then 4 + 2.5 * (random() + random() - 1) else 11 + 4 * (random() + random() - 1) end
                     * interval '1 hour')) as at,
                random() as paid, random() as luck
           from (select i, 1 + floor(random() * ${machines})::int as machine from generate_series(1, $3::int) i) sale),
       named as (
         select drawn.*, place.ids[machine] as device_id, place.sns[machine] as sn, place.stores[machine] as store_id,
                ware.ids[ware] as goods_id, ware.prices[ware] as price,
                case when paid < 0.42 then 'wechat' when paid < 0.7 then 'alipay' when paid < 0.78 then 'gkash' when paid < 0.88 then 'coin'
                     when paid < 0.93 then 'bill' when paid < 0.96 then 'card' when paid < 0.98 then 'ezcard' when paid < 0.99 then 'gift'
                     else 'remote' end as client,
                case when luck < 0.93 then 0 when luck < 0.95 then 1 when luck < 0.957 then 2 when luck < 0.965 then 3 when luck < 0.972 then 4
                     when luck < 0.973 then 5 when luck < 0.985 then 8 when luck < 0.994 then 9 when luck < 0.998 then 10 else 11 end as status
           from drawn, place, ware)
  select $1, at, to_char(at at time zone 'UTC', 'YYYYMMDDHH24MISSMS') || lpad(i::text, 7, '0'), device_id, sn, 'vending', store_id,
         null, client, 'buy', status, price, price,
         case when status in (8, 9) then price when status in (10, 11) then price / 2 else 0 end,
         jsonb_build_array(jsonb_build_object('channel_sn', 1 + ware % ${slots}, 'goods_id', goods_id::text, 'title', 'Bench goods ' || ware,
           'price', price, 'quantity', 1, 'delivered', case when status in (1, 2) then 0 else 1 end,
           'fault', case when status = 1 then 'MOTOR' end)),
         '{}', 's' || i, null, at, null
    from named order by at`

const figures = `count(*) as count, count(*) filter (where status in (0, 3, 4, 6, 7)) as normal,
  count(*) filter (where status in (1, 2, 5)) as abnormal, count(*) filter (where status in (8, 9)) as refund_only,
  count(*) filter (where status in (10, 11)) as mixed,
  coalesce(sum(total_price) filter (where status in (0, 3, 4, 6, 7)), 0) + coalesce(sum(total_price - refunded) filter (where status in (10, 11)), 0) as income,
  coalesce(sum(refunded) filter (where status > 7), 0) as refund`
const day = `(create_at at time zone 'UTC' + interval '8 hours')::date`

const sums = [
  `insert into bill_goods select tenant_id, (goods -> 0 ->> 'goods_id')::bigint, create_at, orderno from bill`,
  `insert into sales_device_day select tenant_id, ${day}, store_id, device_id, client, ${figures} from bill group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  `insert into sales_device_month
   select tenant_id, date_trunc('month', day)::date, store_id, device_id, client, sum(count), sum(normal), sum(abnormal),
          sum(refund_only), sum(mixed), sum(income), sum(refund) from sales_device_day group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  `insert into sales_store_day
   select tenant_id, day, store_id, client, sum(count), sum(normal), sum(abnormal), sum(refund_only), sum(mixed), sum(income),
          sum(refund) from sales_device_day group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  `insert into sales_store_month
   select tenant_id, month, store_id, client, sum(count), sum(normal), sum(abnormal), sum(refund_only), sum(mixed), sum(income),
          sum(refund) from sales_device_month group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  `insert into sales_store_hour select tenant_id, date_trunc('hour', create_at), store_id, client, ${figures} from bill group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  `insert into sales_device_hour select tenant_id, date_trunc('hour', create_at), store_id, device_id, client, ${figures} from bill
    where create_at > (select max(create_at) from bill) - interval '3 days' group by 1, 2, 3, 4, 5`,
  `insert into sales_goods_day
   select tenant_id, ${day}, store_id, device_id, (goods -> 0 ->> 'channel_sn')::int, (goods -> 0 ->> 'goods_id')::bigint, count(*),
          sum((goods -> 0 ->> 'delivered')::int),
          coalesce(sum(total_price) filter (where status in (0, 3, 4, 6, 7)), 0) + coalesce(sum(total_price - refunded) filter (where status in (10, 11)), 0),
          coalesce(sum(refunded) filter (where status > 7), 0)
     from bill group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  `insert into sales_goods_month
   select tenant_id, date_trunc('month', day)::date, store_id, device_id, goods_id, sum(count), sum(pieces), sum(income), sum(refund)
     from sales_goods_day group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  `insert into sales_goods_client_day
   select tenant_id, ${day}, (goods -> 0 ->> 'goods_id')::bigint, store_id, device_id, client, count(*),
          sum((goods -> 0 ->> 'delivered')::int),
          coalesce(sum(total_price) filter (where status in (0, 3, 4, 6, 7)), 0) + coalesce(sum(total_price - refunded) filter (where status in (10, 11)), 0),
          coalesce(sum(refunded) filter (where status > 7), 0)
     from bill group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
  `insert into sales_goods_client_month
   select tenant_id, date_trunc('month', day)::date, goods_id, store_id, device_id, client, sum(count), sum(pieces), sum(income), sum(refund)
     from sales_goods_client_day group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
]

const tables = [
  'bill',
  'bill_goods',
  'bill_refund',
  'sales_device_day',
  'sales_device_month',
  'sales_store_day',
  'sales_store_month',
  'sales_store_hour',
  'sales_device_hour',
  'sales_goods_day',
  'sales_goods_month',
  'sales_goods_client_day',
  'sales_goods_client_month',
]

const dayMs = 86_400_000
const yesterday = (): Date => new Date(Math.floor(Date.now() / dayMs) * dayMs - dayMs)

/** Loads bills up to a day, given by its beginning, and returns the merchant that has nearly all of them. */
export async function loadBills(server: BenchServer, count: number, newest = yesterday()): Promise<string> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    // The merchant of the session: the demo merchants are made at the same time, so their order is no help.
    const { rows } = await client.query<{ id: string }>(
      'select tenant_id as id from login where username = $1',
      [demo.username],
    )
    const big = rows[0]?.id ?? ''
    const tenants = [big]
    for (let i = 0; i < smallMerchants; i += 1) {
      const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: new Date() }
      const merchant = {
        username: `1390000000${i}`,
        mchName: `Small ${i}`,
        country: 'CN' as const,
        business: 'vm' as const,
      }
      const secret = { agent: null, password: '0'.repeat(32), operation: null }
      tenants.push((await createMerchant(server.deps, { ...merchant, ...secret, origin })).tenantId)
    }
    const first = new Date(newest.getTime() - days * dayMs)
    for (
      let at = first;
      at <= new Date(newest.getTime() + 40 * dayMs);
      at = new Date(at.getTime() + 20 * dayMs)
    )
      for (const table of ['bill', 'bill_goods', 'ledger_line'])
        await client.query('select add_month($1, $2::date)', [table, at.toISOString().slice(0, 10)])
    await client.query(`set session_replication_role = replica; select setseed(0.5)`)
    // The demo has sold, too; its bills would be counted twice.
    await client.query(`truncate ${tables.join()}`)
    for (const tenant of tenants) {
      await client.query(places, [tenant])
      const share = tenant === big ? count : Math.ceil(count / 100)
      for (let i = 0; i < days; i += 1) {
        const at = new Date(newest.getTime() - i * dayMs)
        const weight = [6, 0].includes(at.getUTCDay()) ? 1.2 : 0.92
        await client.query(bills, [tenant, at, Math.round((share / days) * weight)])
      }
    }
    for (const sum of sums) await client.query(sum)
    await client.query('vacuum analyze')
    return big
  } finally {
    await client.end()
  }
}
