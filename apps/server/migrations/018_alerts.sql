-- Machines that need a hand.
create table alert (
  tenant_id bigint not null references tenant,
  alert_id bigint not null generated always as identity,
  device_id bigint not null,
  kind text not null constraint alert_kind check (kind in ('offline', 'low_stock', 'abnormal')),
  -- When the trouble began and when it ended, as far as it is known; else when it was noticed.
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  -- Since when a machine with an open alert of low stock has had no low slot: a recovery has to last.
  clear_since timestamptz(3),
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
