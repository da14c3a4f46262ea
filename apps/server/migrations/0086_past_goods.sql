-- What a slot held before: until `until`, since the row before; null where it held nothing. What it holds now is in the
-- slot itself. Sales come late, and are of the goods that were in the slot when they happened.
create table slot_past_goods (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  channel_sn int not null,
  until timestamptz(3) not null,
  goods_id bigint,
  primary key (tenant_id, device_id, channel_sn, until),
  foreign key (tenant_id, device_id) references device
);
create index slot_past_goods_age on slot_past_goods (tenant_id, until);
call fence('slot_past_goods', 'select, insert, delete');
