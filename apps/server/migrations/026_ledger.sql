-- Money that is owed, in double entry: the lines of a posting add up to nothing. Positive: owed to us.
--
-- `own` and `direct` are what a merchant's or agent's own account at a provider receives, beside the funds:
--   paid       own +T       direct -T
--   refund     own -R       direct +R
-- Settlements: `settling` is what was asked for, `bank` what was paid out:
--   asked      funds +A      settling -A
--   confirmed  settling +A   bank -A
--   returned   settling +A   funds -A
--   assigned   funds of no account +A   funds of this account -A
create table ledger_line (
  tenant_id bigint not null references tenant,
  at timestamptz(3) not null,
  -- What is booked, such as the order number and `paid` or `refund`.
  posting text not null,
  account text not null constraint ledger_line_account
    check (account in ('provider', 'funds', 'fee', 'settling', 'bank', 'own', 'direct')),
  orderno text not null,
  -- The payout account; 0 where none was assigned.
  merchant_id bigint not null,
  client text not null,
  amount int not null,
  -- The settlement of a line that is about no bill.
  settle_id bigint,
  -- With the payout account, because funds move between two of them in one posting.
  primary key (tenant_id, at, posting, account, merchant_id)
) partition by range (at);
create index ledger_line_order on ledger_line (tenant_id, orderno);
create index ledger_line_funds on ledger_line (tenant_id, merchant_id, at) where account = 'funds';
-- Lines that are about no bill, which are few among many.
create index ledger_line_moved on ledger_line (tenant_id, at) where account = 'funds' and orderno = '';
-- The statement of refunds: refunds are rare among the lines of an account, and may be months apart.
create index ledger_line_refund on ledger_line (tenant_id, at, posting, merchant_id)
  where account = 'funds' and split_part(posting, ' ', 2) = 'refund';
call fence('ledger_line', 'select, insert');

-- What providers have received for the bills of each store, and given back, by the merchant's day of the booking. Moved
-- in the transaction of the lines. A store_id of 0: in no store.
create table ledger_store_day (
  tenant_id bigint not null references tenant,
  day date not null,
  store_id bigint not null,
  client text not null,
  -- Payments, without refunds.
  count int not null,
  taken bigint not null,
  refunded bigint not null,
  primary key (tenant_id, day, store_id, client)
);
call fence('ledger_store_day', 'select, insert, update');

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
