-- From when on a slot is low, and a machine has been offline too long. store_id and device_id are 0 for the merchant's
-- own row; device_id is 0 for the row of a store. A null means: as one level above.
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
