import { expect, test } from 'vitest'

import { unspreadableIn } from './unspreadable.ts'

test.each([
  'select pg_notify($1, sn) from unnest($2::text[]) sn',
  'select pg_current_snapshot()',
  `update device set seen = seen || (select jsonb_object_agg(name, rev + 1) from unnest($1::text[]) name) where tenant_id = $2`,
  'insert into channel (tenant_id, no) select $1, no from generate_series(1, $2) no on conflict do nothing',
  'insert into stock_move (tenant_id, no) select $1, no from unnest($2::int[]) no returning move_id',
  'insert into area (tenant_id, area_name) values ($1, $2)',
  'insert into stock (tenant_id, no) select $1, no from unnest($2::int[]) no on conflict (tenant_id, no) do update set no = excluded.no returning no',
  `select jsonb_build_object('at', m.at + interval '1 day') from stock_move m where m.tenant_id = $1 for update`,
  `with gone as (delete from event where tenant_id = $1 returning data) select jsonb_build_object('data', data) from gone`,
  `insert into event (tenant_id, data) select $1, jsonb_build_object('n', n) from unnest($2::int[]) n returning event_id`,
])('a statement that runs spread over nodes is fine: %s', (statement) => {
  expect(unspreadableIn(statement)).toEqual([])
})

test.each([
  'select pg_notify($1, sn) from device where tenant_id = $2',
  'with changed as (update device set rev = $1 where tenant_id = $2 returning sn) select pg_notify($3, sn) from changed',
  'select * from event where tenant_id = $1 and xid < pg_snapshot_xmin(pg_current_snapshot())',
  'update device set seen = seen || jsonb_build_object($1::text, rev + 1) where tenant_id = $2',
  'insert into stock_move (tenant_id, no) select $1, no from unnest($2::int[]) no',
  'with gone as (delete from stock_move where tenant_id = $1 returning no), opened as (insert into stock_move (tenant_id, no) select $1, max(no) from gone) select count(*) from gone',
  `update bill_refund set next_at = next_at + interval '1 hour' where tenant_id = $1`,
  `delete from game_win where tenant_id = $1 and date_trunc('day', won_at) < $2`,
  `with changed as (update bill_refund set why = concat(why, $1) where tenant_id = $2 returning 1) select 1 from changed`,
  `insert into game_win (tenant_id, won_at) values ($1, $2) on conflict (tenant_id) do update set won_at = game_win.won_at + interval '1 day'`,
  `insert into device_cooldown (tenant_id, until) select $1, at from unnest($2::timestamptz[]) at on conflict (tenant_id) do update set until = excluded.until where device_cooldown.until <= $3`,
  `insert into fund_folded (tenant_id, until) values ($1, least((select min(l.at) from ledger_line l where l.tenant_id = $1), $2)) on conflict do nothing`,
])('a statement that does not is found: %s', (statement) => {
  expect(unspreadableIn(statement)).toHaveLength(1)
})
