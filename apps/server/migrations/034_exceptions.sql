-- Cases: sales and payments where money and goods, or our books and the provider's, do not fit.
create table exception_case (
  tenant_id bigint not null references tenant,
  case_id bigint not null generated always as identity,
  kind text not null,
  reason text not null,
  -- The number of the bill; of a payment that only the provider knows, the number that it knows.
  subject text not null,
  -- Null where we have no such order.
  orderno text,
  order_at timestamptz(3),
  merchant_order text,
  device_id bigint,
  store_id bigint,
  -- Null where a machine's message does not say how the customer paid.
  client text,
  -- The account at the provider; 0 is the one of the platform.
  account_key bigint not null default 0,
  -- All payments or refunds that a provider knows of an order, which may be more than an int holds.
  amount bigint not null,
  -- What the provider's statement says, of books that differ.
  their_paid bigint,
  their_refunded bigint,
  txn text,
  since timestamptz(3) not null,
  found_at timestamptz(3) not null,
  -- When the cause was gone.
  closed_at timestamptz(3),
  taker bigint,
  taken_at timestamptz(3),
  done_at timestamptz(3),
  remarks text not null default '',
  -- When the connection of the machine was lost, where that is why nothing is known.
  lost_at timestamptz(3),
  -- A sale that could not be booked as its machine sent it, kept whole until a person books or discards it: the name
  -- and time of the message, what was wrong with it, and the message itself as it came.
  mid text,
  sent_ts bigint,
  field text,
  slip text,
  payload bytea,
  -- Whether `since` may be wrong, because the machine's time could not be believed.
  doubtful boolean,
  primary key (tenant_id, case_id)
);
-- A case that a person has done stays here while its cause lasts, so that it is not found again.
create unique index exception_case_once on exception_case (tenant_id, kind, subject) where closed_at is null;
create index exception_case_listed on exception_case (tenant_id, since desc, case_id desc);
create index exception_case_open on exception_case (tenant_id, since desc, case_id desc)
  where closed_at is null and done_at is null;
-- Finds the oldest ones that have ended.
create index exception_case_ended on exception_case (tenant_id, least(closed_at, done_at));
-- Cases of differing books that may close by themselves.
create index exception_case_books on exception_case (tenant_id, case_id desc)
  where kind = 'books_differ' and closed_at is null;
-- A message that is sent again finds its case, also after that has ended.
create unique index exception_case_message on exception_case (tenant_id, subject) where kind = 'sale_unclear';
create index exception_case_unclear on exception_case (tenant_id, device_id)
  where kind = 'sale_unclear' and closed_at is null and done_at is null;
call fence('exception_case', 'select, insert, update, delete');

-- Lines of the statements of payment providers, for as long as a payment near midnight may be in the one beside.
create table statement_line (
  tenant_id bigint not null references tenant,
  client text not null,
  account_key bigint not null default 0,
  kind text not null constraint statement_line_kind check (kind in ('pay', 'refund')),
  merchant_order text not null,
  -- The number of the refund; empty for payments, and where the provider has none.
  refund_no text not null,
  txn text not null,
  amount int not null,
  at timestamptz(3) not null,
  day date not null,
  read_at timestamptz(3) not null,
  primary key (tenant_id, merchant_order, client, account_key, kind, refund_no, txn)
);
create index statement_line_day on statement_line (tenant_id, day, client, account_key, merchant_order);
call fence('statement_line', 'select, insert, update, delete');

-- The comparison of a day's statement with our books, the last one of each day.
create table statement_run (
  tenant_id bigint not null references tenant,
  client text not null,
  account_key bigint not null default 0,
  day date not null,
  -- Null: a day with payments whose statement has not come.
  source text constraint statement_run_source check (source in ('provider', 'file')),
  lines int not null,
  matched int not null,
  differing int not null,
  our_paid bigint not null,
  their_paid bigint not null,
  our_refunded bigint not null,
  their_refunded bigint not null,
  ended_at timestamptz(3) not null,
  primary key (tenant_id, client, account_key, day)
);
create index statement_run_newest on statement_run (tenant_id, day desc, client);
call fence('statement_run', 'select, insert, update, delete');

-- Up to which day a merchant's days without a statement were noted. A merchant's days are looked at once.
create table statement_watch (
  tenant_id bigint not null references tenant,
  noted_to date not null,
  primary key (tenant_id)
);
call fence('statement_watch', 'select, insert, update');
