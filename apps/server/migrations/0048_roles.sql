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

-- When the person behind the account has proven the phone; null after the phone was changed.
alter table account add column phone_verified_at timestamptz(3);

-- Proven phones of sub-accounts, by which they log in besides their names. Like login it is read before a merchant is
-- known. A phone may have several accounts; then it logs in to none of them.
create table phone_login (
  phone text not null,
  tenant_id bigint not null,
  account_id bigint not null,
  primary key (phone, tenant_id, account_id)
);
create index phone_login_account on phone_login (tenant_id, account_id);
grant select, insert, delete on phone_login to slotwise_app;

-- Open invitations of accounts without a password, at most one each. Only the hash of the code is stored.
create table invitation (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  code_hash bytea not null,
  -- Where it was sent: the phone is proven by using the code.
  phone text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, account_id),
  unique (tenant_id, code_hash),
  foreign key (tenant_id, account_id) references account
);
call fence('invitation', 'select, insert, update, delete');
