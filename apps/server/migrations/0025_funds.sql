-- Funds: what is owed to payout accounts, and settlements, which pay it out.

-- A settlement is booked in the same ledger: `settling` is what was asked for, `bank` what was paid out.
--   asked      funds +A      settling -A
--   confirmed  settling +A   bank -A
--   returned   settling +A   funds -A
--   assigned   funds of no account +A   funds of this account -A
alter table ledger_line drop constraint ledger_line_account;
alter table ledger_line add constraint ledger_line_account
  check (account in ('provider', 'funds', 'fee', 'settling', 'bank'));
-- A posting that moves funds between two payout accounts has two lines of the same account, so that the key needs the
-- payout account.
alter table ledger_line drop constraint ledger_line_pkey;
alter table ledger_line add primary key (tenant_id, at, posting, account, merchant_id);
-- The settlement of a line that is about no bill.
alter table ledger_line add column settle_id bigint;
-- Lines that are about no bill, which are few among many.
create index ledger_line_moved on ledger_line (tenant_id, at) where account = 'funds' and orderno = '';

-- Lines of the ledger before `fund_folded.until`, added up by payout account, the merchant's day, and the kind of
-- posting. A job does it minutes later, so that a sale waits for no balance.
create table fund_day (
  tenant_id bigint not null references tenant,
  merchant_id bigint not null,
  day date not null,
  account text not null,
  kind text not null,
  amount bigint not null,
  lines int not null,
  primary key (tenant_id, merchant_id, day, account, kind)
);
create index fund_day_time on fund_day (tenant_id, day);
call fence('fund_day', 'select, insert, update');

-- The sums of all days. A balance is such a sum and the lines since `fund_folded.until`.
create table fund_sum (
  tenant_id bigint not null references tenant,
  merchant_id bigint not null,
  account text not null,
  amount bigint not null,
  primary key (tenant_id, merchant_id, account)
);
call fence('fund_sum', 'select, insert, update');

create table fund_folded (
  tenant_id bigint primary key references tenant,
  until timestamptz(3) not null
);
call fence('fund_folded', 'select, insert, update');

-- The last morning on which the merchant's payouts were asked for.
create table settle_day (
  tenant_id bigint primary key references tenant,
  day date not null
);
call fence('settle_day', 'select, insert, update');

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

-- What a payment costs this merchant, in hundredths of a percent; null: as configured for all.
alter table tenant add column fee_rate int constraint tenant_fee_rate check (fee_rate between 0 and 10000);

-- The books of the sandbox, which stands for the bank where none is configured.
create table sandbox_payout (
  payout_no text primary key,
  amount bigint not null,
  currency text not null,
  -- A digest: the sandbox needs to recognise an account, not to know it.
  account bytea not null,
  state text not null constraint sandbox_payout_state check (state in ('processing', 'success', 'failed')),
  why text,
  created_at timestamptz(3) not null
);
grant select, insert, update, delete on sandbox_payout to slotwise_app;
