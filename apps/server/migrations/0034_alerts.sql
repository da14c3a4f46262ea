-- Machines that need a hand.
create table alert (
  tenant_id bigint not null references tenant,
  alert_id bigint not null generated always as identity,
  device_id bigint not null,
  kind text not null constraint alert_kind check (kind in ('offline', 'low_stock', 'abnormal')),
  -- When the trouble began and when it ended, as far as it is known; else when it was noticed.
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  taker bigint,
  taken_at timestamptz(3),
  done_at timestamptz(3),
  remarks text not null default '',
  primary key (tenant_id, alert_id),
  foreign key (tenant_id, device_id) references device
);
create unique index alert_open on alert (tenant_id, device_id, kind) where closed_at is null;
create index alert_closed on alert (tenant_id, closed_at, alert_id) where closed_at is not null;
call fence('alert', 'select, insert, update, delete');

-- When the merchant's machines were looked at last. The row is locked during a look, so that there is one at a time.
create table alert_look (
  tenant_id bigint not null references tenant,
  looked_at timestamptz(3) not null,
  primary key (tenant_id)
);
call fence('alert_look', 'select, insert, update');

-- Work that is asked for often and done once. Asked for again under the same key, the moment asked for first counts.
create function enqueue_once(task text, payload json, key text, moment timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, job_key => key, run_at => moment, max_attempts => 25,
    job_key_mode => 'preserve_run_at')
$$;
revoke all on function enqueue_once(text, json, text, timestamptz) from public;
grant execute on function enqueue_once(text, json, text, timestamptz) to slotwise_app;
