-- What an account has changed in the slots of some goods, for as long as it can be undone. The arrays have an element
-- for each slot: where it is, and what it had before.
create table slot_change (
  tenant_id bigint not null references tenant,
  change_id bigint not null generated always as identity,
  account_id bigint not null,
  goods_id bigint not null,
  -- The fields that were changed, with their new values.
  edit jsonb not null,
  device_ids bigint[] not null,
  channel_sns int[] not null,
  prices int[] not null,
  maxes int[] not null,
  enabled boolean[] not null,
  at timestamptz(3) not null,
  undone_at timestamptz(3),
  primary key (tenant_id, change_id)
);
create index slot_change_newest on slot_change (tenant_id, account_id, goods_id, change_id desc);
create index slot_change_age on slot_change (tenant_id, at);
call fence('slot_change', 'select, insert, update, delete');
