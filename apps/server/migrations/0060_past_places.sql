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
-- Since when the machine has its place; null since it was bound.
alter table device add column placed_at timestamptz(3);

-- The payout accounts that a store had before, in the same way.
create table store_past_account (
  tenant_id bigint not null references tenant,
  store_id bigint not null,
  until timestamptz(3) not null,
  merchant_id bigint,
  primary key (tenant_id, store_id, until),
  foreign key (tenant_id, store_id) references store
);
call fence('store_past_account', 'select, insert');
-- Since when the store has its payout account; null since it was added.
alter table store add column account_since timestamptz(3);
