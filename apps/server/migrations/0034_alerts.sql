-- Machines that need a hand.
create table alert (
  tenant_id bigint not null references tenant,
  alert_id bigint not null generated always as identity,
  device_id bigint not null,
  kind text not null constraint alert_kind check (kind in ('offline', 'low_stock', 'abnormal')),
  -- The store in which the machine stood when the alert was opened.
  store_id bigint,
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
