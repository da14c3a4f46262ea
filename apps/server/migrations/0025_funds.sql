-- Funds: what is owed to payout accounts, and settlements, which pay it out.

-- A settlement is booked in the same ledger: `settling` is what was asked for, `bank` what was paid out.
--   asked     funds +A      settling -A
--   paid      settling +A   bank -A
--   returned  settling +A   funds -A
--   assigned  funds of no account +A   funds of this account -A
alter table ledger_line drop constraint ledger_line_account;
alter table ledger_line add constraint ledger_line_account
  check (account in ('provider', 'funds', 'fee', 'settling', 'bank'));
-- A posting that moves funds between two payout accounts has two lines of the same account.
-- (The primary key gets the payout account for it.)
alter table ledger_line drop constraint ledger_line_pkey;
alter table ledger_line add primary key (tenant_id, at, posting, account, merchant_id);
-- The settlement of a line that is about no bill.
alter table ledger_line add column settle_id bigint;

-- Lines of the ledger, added up by payout account and the merchant's day, up to `fund_folded.until`. A job does it
-- minutes later, so that a sale waits for no balance. A balance is these sums and the lines since.
create table fund_day (
  tenant_id bigint not null references tenant,
  merchant_id bigint not null,
  day date not null,
  account text not null,
  amount bigint not null,
  lines int not null,
  primary key (tenant_id, merchant_id, day, account)
);
call fence('fund_day', 'select, insert, update');

create table fund_folded (
  tenant_id bigint primary key references tenant,
  until timestamptz(3) not null
);
call fence('fund_folded', 'select, insert, update');

-- A payout. It holds the lines of its account after `after_at`, up to `until_at`.
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
create index settlement_listed on settlement (tenant_id, created_at desc, settle_id desc);
create index settlement_open on settlement (tenant_id, next_at) where state in ('settling', 'unknown');
call fence('settlement', 'select, insert, update');

-- What a payment costs this merchant, in hundredths of a percent; null: as configured for all.
alter table tenant add column fee_rate int constraint tenant_fee_rate check (fee_rate between 0 and 10000);

-- The books of the sandbox, which stands for the bank where none is configured.
create table sandbox_payout (
  payout_no text primary key,
  amount bigint not null,
  currency text not null,
  -- A digest: the sandbox needs to recognise an account, not to know it.
  account bytea not null,
  state text not null,
  why text,
  manners jsonb not null,
  created_at timestamptz(3) not null
);
grant select, insert, update, delete on sandbox_payout to slotwise_app;
