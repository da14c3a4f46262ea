-- Areas that a sub-account is limited to: all their stores, now and later.
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

-- Every call of such an account reads the stores of its areas, deleted ones too, because their sales stay in its scope.
create index store_in_area on store (tenant_id, area_id, store_id);

-- A suspended account stays as it is and cannot log in until it is resumed.
alter table account add column suspended_at timestamptz(3);
alter table account add constraint main_not_suspended check (not is_main or suspended_at is null);
