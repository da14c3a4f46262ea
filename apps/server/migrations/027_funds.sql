-- A payout. It holds the lines of its account from `after_at` on and before `until_at`.
create table settlement (
  tenant_id bigint not null references tenant,
  settle_id bigint not null generated always as identity,
  merchant_id bigint not null,
  -- The merchant's day of the payout; one a day and account.
  day date not null,
  after_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  amount int not null constraint settlement_amount check (amount > 0),
  lines int not null,
  state text not null constraint settlement_state check (state in ('success', 'fail', 'settling', 'unknown')),
  payout_no text not null,
  why text not null default '',
  tries int not null default 0,
  sent_at timestamptz(3),
  next_at timestamptz(3),
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  primary key (tenant_id, settle_id),
  foreign key (tenant_id, merchant_id) references bank_card
);
create unique index settlement_once on settlement (tenant_id, merchant_id, day);
create index settlement_listed on settlement (tenant_id, created_at, settle_id);
create index settlement_open on settlement (tenant_id, next_at) where state in ('settling', 'unknown');
call fence('settlement', 'select, insert, update');

-- The last morning on which the merchant's payouts were asked for.
create table settle_day (
  tenant_id bigint primary key references tenant,
  day date not null
);
call fence('settle_day', 'select, insert, update');
