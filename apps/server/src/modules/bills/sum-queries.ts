/** Moves the sums of bills. Rows come sorted by their keys, so that two transactions never wait for each other. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { figureNames, goodsFigureNames, type Sums } from './sums-model.ts'

/** `count, income` and the like: names of figures as columns, and what they become when the row is there already. */
const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const added = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`))
const arrays = <Row extends object>(rows: readonly Row[], names: readonly (keyof Row & string)[]) =>
  sql.join(names.map((name) => sql`${rows.map((row) => row[name])}::bigint[]`))

const figures = columns(figureNames)
const moved = added(figureNames)
const goodsFigures = columns(goodsFigureNames)
const goodsMoved = added(goodsFigureNames)

export async function moveSums({ tx, tenantId }: TenantRef, sums: Sums): Promise<void> {
  const { deviceDays, deviceMonths, storeDays, storeMonths, storeHours, deviceHours } = sums
  const { goodsDays, goodsMonths, goodsClientDays, goodsClientMonths } = sums
  if (deviceDays.length > 0)
    await sql`
      insert into sales_device_day as t (tenant_id, day, store_id, device_id, client, ${figures})
      select ${tenantId}::bigint, v.day, v.store_id, v.device_id, v.client, ${figures}
        from unnest(${deviceDays.map((row) => row.day)}::date[], ${deviceDays.map((row) => row.store_id)}::bigint[],
                    ${deviceDays.map((row) => row.device_id)}::bigint[], ${deviceDays.map((row) => row.client)}::text[],
                    ${arrays(deviceDays, figureNames)})
             as v (day, store_id, device_id, client, ${figures})
      on conflict (tenant_id, day, store_id, device_id, client) do update set ${moved}`.execute(tx)
  if (deviceMonths.length > 0)
    await sql`
      insert into sales_device_month as t (tenant_id, month, store_id, device_id, client, ${figures})
      select ${tenantId}::bigint, v.month, v.store_id, v.device_id, v.client, ${figures}
        from unnest(${deviceMonths.map((row) => row.month)}::date[], ${deviceMonths.map((row) => row.store_id)}::bigint[],
                    ${deviceMonths.map((row) => row.device_id)}::bigint[], ${deviceMonths.map((row) => row.client)}::text[],
                    ${arrays(deviceMonths, figureNames)})
             as v (month, store_id, device_id, client, ${figures})
      on conflict (tenant_id, month, store_id, device_id, client) do update set ${moved}`.execute(tx)
  if (storeDays.length > 0)
    await sql`
      insert into sales_store_day as t (tenant_id, day, store_id, client, ${figures})
      select ${tenantId}::bigint, v.day, v.store_id, v.client, ${figures}
        from unnest(${storeDays.map((row) => row.day)}::date[], ${storeDays.map((row) => row.store_id)}::bigint[],
                    ${storeDays.map((row) => row.client)}::text[], ${arrays(storeDays, figureNames)})
             as v (day, store_id, client, ${figures})
      on conflict (tenant_id, day, store_id, client) do update set ${moved}`.execute(tx)
  if (storeMonths.length > 0)
    await sql`
      insert into sales_store_month as t (tenant_id, month, store_id, client, ${figures})
      select ${tenantId}::bigint, v.month, v.store_id, v.client, ${figures}
        from unnest(${storeMonths.map((row) => row.month)}::date[], ${storeMonths.map((row) => row.store_id)}::bigint[],
                    ${storeMonths.map((row) => row.client)}::text[], ${arrays(storeMonths, figureNames)})
             as v (month, store_id, client, ${figures})
      on conflict (tenant_id, month, store_id, client) do update set ${moved}`.execute(tx)
  if (storeHours.length > 0)
    await sql`
      insert into sales_store_hour as t (tenant_id, hour, store_id, client, ${figures})
      select ${tenantId}::bigint, v.hour, v.store_id, v.client, ${figures}
        from unnest(${storeHours.map((row) => row.hour)}::timestamptz[], ${storeHours.map((row) => row.store_id)}::bigint[],
                    ${storeHours.map((row) => row.client)}::text[], ${arrays(storeHours, figureNames)})
             as v (hour, store_id, client, ${figures})
      on conflict (tenant_id, hour, store_id, client) do update set ${moved}`.execute(tx)
  if (deviceHours.length > 0)
    await sql`
      insert into sales_device_hour as t (tenant_id, hour, store_id, device_id, client, ${figures})
      select ${tenantId}::bigint, v.hour, v.store_id, v.device_id, v.client, ${figures}
        from unnest(${deviceHours.map((row) => row.hour)}::timestamptz[], ${deviceHours.map((row) => row.store_id)}::bigint[],
                    ${deviceHours.map((row) => row.device_id)}::bigint[], ${deviceHours.map((row) => row.client)}::text[],
                    ${arrays(deviceHours, figureNames)})
             as v (hour, store_id, device_id, client, ${figures})
      on conflict (tenant_id, hour, store_id, device_id, client) do update set ${moved}`.execute(tx)
  if (goodsDays.length > 0)
    await sql`
      insert into sales_goods_day as t (tenant_id, day, store_id, device_id, channel_sn, goods_id, ${goodsFigures})
      select ${tenantId}::bigint, v.day, v.store_id, v.device_id, v.channel_sn, v.goods_id, ${goodsFigures}
        from unnest(${goodsDays.map((row) => row.day)}::date[], ${goodsDays.map((row) => row.store_id)}::bigint[],
                    ${goodsDays.map((row) => row.device_id)}::bigint[], ${goodsDays.map((row) => row.channel_sn)}::int[],
                    ${goodsDays.map((row) => row.goods_id)}::bigint[], ${arrays(goodsDays, goodsFigureNames)})
             as v (day, store_id, device_id, channel_sn, goods_id, ${goodsFigures})
      on conflict (tenant_id, day, store_id, device_id, channel_sn, goods_id) do update set ${goodsMoved}`.execute(
      tx,
    )
  if (goodsMonths.length > 0)
    await sql`
      insert into sales_goods_month as t (tenant_id, month, store_id, device_id, goods_id, ${goodsFigures})
      select ${tenantId}::bigint, v.month, v.store_id, v.device_id, v.goods_id, ${goodsFigures}
        from unnest(${goodsMonths.map((row) => row.month)}::date[], ${goodsMonths.map((row) => row.store_id)}::bigint[],
                    ${goodsMonths.map((row) => row.device_id)}::bigint[], ${goodsMonths.map((row) => row.goods_id)}::bigint[],
                    ${arrays(goodsMonths, goodsFigureNames)})
             as v (month, store_id, device_id, goods_id, ${goodsFigures})
      on conflict (tenant_id, month, store_id, device_id, goods_id) do update set ${goodsMoved}`.execute(tx)
  if (goodsClientDays.length > 0)
    await sql`
      insert into sales_goods_client_day as t (tenant_id, day, goods_id, store_id, device_id, client, ${goodsFigures})
      select ${tenantId}::bigint, v.day, v.goods_id, v.store_id, v.device_id, v.client, ${goodsFigures}
        from unnest(${goodsClientDays.map((row) => row.day)}::date[], ${goodsClientDays.map((row) => row.goods_id)}::bigint[],
                    ${goodsClientDays.map((row) => row.store_id)}::bigint[], ${goodsClientDays.map((row) => row.device_id)}::bigint[],
                    ${goodsClientDays.map((row) => row.client)}::text[], ${arrays(goodsClientDays, goodsFigureNames)})
             as v (day, goods_id, store_id, device_id, client, ${goodsFigures})
      on conflict (tenant_id, day, goods_id, store_id, device_id, client) do update set ${goodsMoved}`.execute(
      tx,
    )
  if (goodsClientMonths.length > 0)
    await sql`
      insert into sales_goods_client_month as t (tenant_id, month, goods_id, store_id, device_id, client, ${goodsFigures})
      select ${tenantId}::bigint, v.month, v.goods_id, v.store_id, v.device_id, v.client, ${goodsFigures}
        from unnest(${goodsClientMonths.map((row) => row.month)}::date[], ${goodsClientMonths.map((row) => row.goods_id)}::bigint[],
                    ${goodsClientMonths.map((row) => row.store_id)}::bigint[], ${goodsClientMonths.map((row) => row.device_id)}::bigint[],
                    ${goodsClientMonths.map((row) => row.client)}::text[], ${arrays(goodsClientMonths, goodsFigureNames)})
             as v (month, goods_id, store_id, device_id, client, ${goodsFigures})
      on conflict (tenant_id, month, goods_id, store_id, device_id, client) do update set ${goodsMoved}`.execute(
      tx,
    )
}
