/** Moves the sums of bills. Rows come sorted by their keys, so that two transactions never wait for each other. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { type Key, keyTypes, type Rollup, type SumRow, type Sums } from './rollups-model.ts'

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

export async function moveSums(ref: TenantRef, sums: Sums): Promise<void> {
  for (const [rollup, rows] of sums) if (rows.length > 0) await moveRows(ref, rollup, rows)
}

async function moveRows({ tx, tenantId }: TenantRef, rollup: Rollup, rows: readonly SumRow[]): Promise<void> {
  const { table, keys } = rollup
  const { figures } = rollup.of
  const names = [...keys, ...figures]
  const typeOf = (name: string): string => keyTypes[name as Key] ?? 'bigint'
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(typeOf(name))}[]`)
  const added = figures.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`)
  await sql`
    insert into ${sql.table(table)} as t (tenant_id, ${list(names)})
    select ${tenantId}::bigint, ${list(names.map((name) => `v.${name}`))}
      from unnest(${sql.join(arrays)}) as v (${list(names)})
    on conflict (tenant_id, ${list(keys)}) do update set ${sql.join(added)}`.execute(tx)
}
