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
  -- The payout account of machines in the store that have none of their own, and since when; null since the store was
  -- added.
  merchant_id bigint,
  account_since timestamptz(3),
  -- What the owner of the place gets: a share in hundredths of a percent, and a rent.
  coo_share int constraint store_coo_share check (coo_share between 0 and 10000),
  coo_rent int constraint store_coo_rent check (coo_rent >= 0),
  -- What becomes of a partly failed delivery whose provider cannot give back a part of a payment.
  part_failed text not null default 'case'
    constraint store_part_failed check (part_failed in ('case', 'whole', 'voucher')),
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, store_id),
  foreign key (tenant_id, area_id) references area
);
create index store_listed on store (tenant_id, store_id desc) where deleted_at is null;
create index store_of_area on store (tenant_id, area_id) where deleted_at is null;
-- How many stores are paid out to a card.
create index store_payout on store (tenant_id, merchant_id) where merchant_id is not null;
-- Every call of an account that is limited to areas reads their stores, deleted ones too, because their
-- sales stay in its scope.
create index store_in_area on store (tenant_id, area_id, store_id);
call fence('store', 'select, insert, update');

-- What was agreed with the owner of a store before: it held on the days before `until`, since the row before. What
-- holds from the last of these days on is in the store itself.
create table store_past_terms (
  tenant_id bigint not null references tenant,
  store_id bigint not null,
  until date not null,
  coo_share int,
  coo_rent int,
  primary key (tenant_id, store_id, until),
  foreign key (tenant_id, store_id) references store
);
call fence('store_past_terms', 'select, insert, delete');

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
