import { expect, test } from 'vitest'

import { unspreadableIn } from './unspreadable.ts'

test.each([
  'select pg_notify($1, sn) from unnest($2::text[]) sn',
  'select pg_current_snapshot()',
  `update device set seen = seen || (select jsonb_object_agg(name, rev + 1) from unnest($1::text[]) name) where tenant_id = $2`,
  'insert into channel (tenant_id, no) select $1, no from generate_series(1, $2) no on conflict do nothing',
  'insert into stock_move (tenant_id, no) select $1, no from unnest($2::int[]) no returning move_id',
  'insert into area (tenant_id, area_name) values ($1, $2)',
])('a statement that runs spread over nodes is fine: %s', (statement) => {
  expect(unspreadableIn(statement)).toEqual([])
})

test.each([
  'select pg_notify($1, sn) from device where tenant_id = $2',
  'with changed as (update device set rev = $1 where tenant_id = $2 returning sn) select pg_notify($3, sn) from changed',
  'select * from event where tenant_id = $1 and xid < pg_snapshot_xmin(pg_current_snapshot())',
  'update device set seen = seen || jsonb_build_object($1::text, rev + 1) where tenant_id = $2',
  'insert into stock_move (tenant_id, no) select $1, no from unnest($2::int[]) no',
])('a statement that does not is found: %s', (statement) => {
  expect(unspreadableIn(statement)).toHaveLength(1)
})
