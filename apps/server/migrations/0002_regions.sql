create table area (
  tenant_id bigint not null references tenant,
  area_id bigint not null generated always as identity,
  area_name text not null,
  phone text not null,
  area_address text not null,
  remarks text not null,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, area_id)
);
create index area_listed on area (tenant_id, area_id desc) where deleted_at is null;
call fence('area', 'select, insert, update');

create table store (
  tenant_id bigint not null references tenant,
  store_id bigint not null generated always as identity,
  area_id bigint,
  store_name text not null,
  phone text not null,
  store_address text not null,
  remarks text not null,
  auto_refund boolean not null,
  manager text not null,
  manager_phone text not null,
  customer_no text not null,
  mode text not null,
  mode_text text not null,
  coo_mode text not null,
  coo_mode_text text not null,
  coo_start_date date,
  coo_end_date date,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, store_id),
  foreign key (tenant_id, area_id) references area
);
create index store_listed on store (tenant_id, store_id desc) where deleted_at is null;
create index store_of_area on store (tenant_id, area_id) where deleted_at is null;
call fence('store', 'select, insert, update');

-- What stands where. The machine itself, its settings and its link come with the gateway.
create table device (
  tenant_id bigint not null references tenant,
  device_id bigint not null generated always as identity,
  sn text not null,
  title text not null,
  store_id bigint,
  bound_at timestamptz(3) not null,
  unbound_at timestamptz(3),
  primary key (tenant_id, device_id),
  foreign key (tenant_id, store_id) references store
);
create unique index device_bound on device (tenant_id, sn) where unbound_at is null;
create index device_of_store on device (tenant_id, store_id) where unbound_at is null;
call fence('device', 'select, insert, update');

-- The stores and devices a sub-account is limited to.
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
