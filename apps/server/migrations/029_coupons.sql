-- Coupons: what a merchant takes off a price, and for whom.
create table coupon (
  tenant_id bigint not null references tenant,
  coupon_id bigint not null generated always as identity,
  name text not null,
  type text not null constraint coupon_type check (type in ('discount', 'cash')),
  -- Percent off, or cents off.
  value int not null constraint coupon_value check (value > 0),
  -- 0 for any number.
  quantity int not null constraint coupon_quantity check (quantity >= 0),
  limit_period text not null constraint coupon_limit_period check (limit_period in ('day', 'week', 'month')),
  -- 0 for any number.
  limit_count int not null constraint coupon_limit_count check (limit_count >= 0),
  -- Days of the merchant, both included.
  start_date date,
  end_date date,
  -- Where it can be used; none for everywhere.
  stores bigint[] not null default '{}',
  -- Names the page on which buyers receive it. Public, because it is printed.
  token text not null,
  received int not null default 0 constraint coupon_received check (received >= 0),
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, coupon_id),
  unique (tenant_id, token),
  constraint coupon_received_limit check (quantity = 0 or received <= quantity)
);
call fence('coupon', 'select, insert, update');

-- A received coupon. It is reserved by an order, and used when that is paid.
create table coupon_grant (
  tenant_id bigint not null references tenant,
  grant_id bigint not null generated always as identity,
  coupon_id bigint not null,
  -- The coupon is used by showing it.
  code text not null,
  -- The digest of the random number that the buyer's browser keeps.
  browser bytea not null,
  -- As the buyer typed it, without spaces; empty without a card.
  cardno text not null default '',
  state text not null default 'received'
    constraint coupon_grant_state check (state in ('received', 'reserved', 'used')),
  received_at timestamptz(3) not null,
  used_at timestamptz(3),
  orderno text,
  -- What is taken off, and what was paid.
  discount int,
  paid int,
  primary key (tenant_id, grant_id),
  unique (tenant_id, code),
  foreign key (tenant_id, coupon_id) references coupon,
  constraint coupon_grant_free check ((state = 'received') = (orderno is null and discount is null)),
  constraint coupon_grant_paid check ((state = 'used') = (used_at is not null and paid is not null))
);
create index coupon_grant_listed on coupon_grant (tenant_id, received_at, grant_id);
create index coupon_grant_of on coupon_grant (tenant_id, coupon_id, received_at, grant_id);
create index coupon_grant_used on coupon_grant (tenant_id, coupon_id) include (discount, paid) where state = 'used';
create unique index coupon_grant_order on coupon_grant (tenant_id, orderno) where orderno is not null;
create index coupon_grant_browser on coupon_grant (tenant_id, browser, coupon_id, received_at);
create index coupon_grant_card on coupon_grant (tenant_id, cardno, coupon_id, received_at) where cardno <> '';
call fence('coupon_grant', 'select, insert, update, delete');
