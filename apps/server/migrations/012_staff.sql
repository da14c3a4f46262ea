-- What a sub-account is limited to: areas with all their stores, now and later; stores; machines.
create table account_area (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  area_id bigint not null,
  primary key (tenant_id, account_id, area_id),
  foreign key (tenant_id, account_id) references account,
  foreign key (tenant_id, area_id) references area
);
create index account_area_area on account_area (tenant_id, area_id);
call fence('account_area', 'select, insert, delete');

create table account_store (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  store_id bigint not null,
  primary key (tenant_id, account_id, store_id),
  foreign key (tenant_id, account_id) references account,
  foreign key (tenant_id, store_id) references store
);
create index account_store_store on account_store (tenant_id, store_id);
call fence('account_store', 'select, insert, delete');

create table account_device (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  device_id bigint not null,
  primary key (tenant_id, account_id, device_id),
  foreign key (tenant_id, account_id) references account,
  foreign key (tenant_id, device_id) references device
);
create index account_device_device on account_device (tenant_id, device_id);
call fence('account_device', 'select, insert, delete');
