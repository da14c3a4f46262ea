-- A machine while it is bound to a merchant. What it is doing now is in device_state, and itself in machine.
create table device (
  tenant_id bigint not null references tenant,
  device_id bigint not null generated always as identity,
  sn text not null,
  type text not null default 'vending',
  title text not null,
  store_id bigint,
  -- Its own payout account; null: that of the store.
  merchant_id bigint,
  -- Since when the machine has its place; null since it was bound.
  placed_at timestamptz(3),
  bound_at timestamptz(3) not null,
  unbound_at timestamptz(3),
  -- What the machine should be like, and what it has said it is.
  settings jsonb not null default '{}',
  settings_rev bigint not null default 1,
  applied_rev bigint not null default 0,
  applied_at timestamptz(3),
  -- The revision at which each setting changed last: what the machine has not applied since is still on its way.
  changed_revs jsonb not null default '{}',
  -- The settings of the applied revision that the machine said it cannot do.
  unsupported_settings text[] not null default '{}',
  rev int not null default 1,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, store_id) references store
);
create unique index device_bound on device (tenant_id, sn) where unbound_at is null;
create index device_of_store on device (tenant_id, store_id) where unbound_at is null;
-- Former bindings are found by the machine's number.
create index device_bindings on device (tenant_id, sn, device_id);
create index device_payout on device (tenant_id, merchant_id) where merchant_id is not null;
call fence('device', 'select, insert, update');

-- Where a machine stood, and which payout account of its own it had, before: until `until`, since the row before. The
-- present place is in the machine itself. Sales come late, and stay with the place where they happened.
create table device_past_place (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  until timestamptz(3) not null,
  store_id bigint,
  merchant_id bigint,
  primary key (tenant_id, device_id, until),
  foreign key (tenant_id, device_id) references device
);
call fence('device_past_place', 'select, insert');

-- Until when something may not be done to a machine again.
create table device_cooldown (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  kind text not null,
  until timestamptz(3) not null,
  primary key (tenant_id, device_id, kind),
  foreign key (tenant_id, device_id) references device
);
call fence('device_cooldown', 'select, insert, update');
