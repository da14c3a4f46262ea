-- Tenths of a degree, as machines report them: half a degree decides whether milk is cold enough.
alter table device_state alter column temperature type real;

-- The lowest and the highest temperature that a machine reported within an hour; kept for a month.
create table device_temperature (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  hour timestamptz(3) not null,
  lowest real not null,
  highest real not null,
  primary key (tenant_id, device_id, hour),
  foreign key (tenant_id, device_id) references device
);
create index device_temperature_hour on device_temperature (tenant_id, hour);
call fence('device_temperature', 'select, insert, update, delete');
