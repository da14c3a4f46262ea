-- From when on a slot is low, and a machine has been offline too long.

-- store_id and device_id are 0 for the merchant's own row; device_id is 0 for the row of a store. A null means: as one
-- level above.
create table threshold (
  tenant_id bigint not null references tenant,
  store_id bigint not null default 0,
  device_id bigint not null default 0,
  low_mode text constraint threshold_low_mode check (low_mode in ('share', 'pieces')),
  low_value int constraint threshold_low_value check (low_value between 0 and 999),
  offline_minutes int constraint threshold_offline check (offline_minutes between 2 and 1440),
  primary key (tenant_id, store_id, device_id),
  constraint threshold_of_one check (store_id = 0 or device_id = 0),
  constraint threshold_low check ((low_mode is null) = (low_value is null))
);
call fence('threshold', 'select, insert, update, delete');

-- The threshold that counts for the slot's machine: a share of its capacity, or pieces. Both are copied into each slot,
-- so that low slots have an index; they are written again when a threshold or the machine's store changes.
alter table channel add column low_share int not null default 20;
alter table channel add column low_pieces int;
-- The number of pieces at which the slot is low.
alter table channel add column low_level int not null
  generated always as (case when low_pieces is null then max * low_share / 100 else least(low_pieces, max) end) stored;
drop index channel_low;
create index channel_low on channel (tenant_id, device_id)
  where goods_id is not null and enabled and max > 0 and quantity <= low_level;
