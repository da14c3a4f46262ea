-- Sales: bills, payments, refunds and the ledger of money.

-- Tables that grow without end are divided into months of UTC. The application makes the months it needs; it has no
-- rights on a month itself, only on the whole table, and row security holds on each month all the same.
create function add_month(parent text, day date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', day);
  month text := parent || to_char(first, '_YYYY_MM');
begin
  if parent not in ('bill', 'bill_goods', 'ledger_line') or first not between '1970-01-01' and '2999-12-01' then
    raise exception 'no table by months: % %', parent, day;
  end if;
  -- Read from the table of tables: to_regclass may still answer by what was known before the lock.
  if exists (select from pg_class c where c.relname = month and c.relnamespace = 'public'::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(7155302);
  if exists (select from pg_class c where c.relname = month and c.relnamespace = 'public'::regnamespace) then return; end if;
  -- Attaching a finished table does not wait for those who read and write the other months.
  execute format('create table %I (like %I including all)', month, parent);
  execute format('alter table %I enable row level security', month);
  execute format('alter table %I force row level security', month);
  execute format(
    'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
     with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', month);
  execute format('create policy owner_reads on %I for select to current_user using (true)', month);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, month,
                 first::text || ' 00:00:00+00', (first + interval '1 month')::date::text || ' 00:00:00+00');
end $$;
revoke all on function add_month(text, date) from public;
grant execute on function add_month(text, date) to slotwise_app;

-- A sale: what a customer bought or played, or what was given out. `orderno` begins with `create_at` (UTC, to the
-- millisecond), so that a bill is found in its month by its number alone.
create table bill (
  tenant_id bigint not null references tenant,
  create_at timestamptz(3) not null,
  orderno text not null,
  device_id bigint not null,
  sn text not null,
  dev_type text not null,
  -- Store and payout account at the time of the sale.
  store_id bigint,
  merchant_id bigint,
  client text not null,
  kind text not null constraint bill_kind check (kind in ('buy', 'game')),
  status smallint not null constraint bill_status check (status between 0 and 11),
  -- The status to which a refused refund leads back.
  status_before smallint,
  -- What was paid, and before the discount.
  total_price int not null constraint bill_total check (total_price >= 0),
  list_price int not null,
  refunded int not null default 0 constraint bill_refunded check (refunded between 0 and total_price),
  -- [{channel_sn, goods_id, title, price, quantity, delivered, fault}]
  goods jsonb not null,
  -- What differs from our books: slot, goods, price, order, clock.
  oddities text[] not null,
  -- The machine's name of the sale, and its time as sent; null until the machine has reported.
  sale_id text,
  sent_ts bigint,
  reported_at timestamptz(3),
  command_id bigint,
  primary key (tenant_id, create_at, orderno),
  foreign key (tenant_id, device_id) references device
) partition by range (create_at);
create index bill_of_store on bill (tenant_id, store_id, create_at desc, orderno desc);
create index bill_of_device on bill (tenant_id, device_id, create_at desc, orderno desc);
create index bill_of_client on bill (tenant_id, client, create_at desc, orderno desc);
-- Few bills have another status than 0: those that wait for something, and those that a merchant looks for.
create index bill_of_status on bill (tenant_id, status, create_at desc, orderno desc) where status <> 0;
call fence('bill', 'select, insert, update');

-- Which bills contain which goods, in the order of the list.
create table bill_goods (
  tenant_id bigint not null references tenant,
  goods_id bigint not null,
  create_at timestamptz(3) not null,
  orderno text not null,
  primary key (tenant_id, goods_id, create_at, orderno)
) partition by range (create_at);
call fence('bill_goods', 'select, insert');

-- Sums of bills, moved in the transaction of the bill. A store_id of 0: in no store; a goods_id of 0: not known.
create table sales_device_day (
  tenant_id bigint not null references tenant,
  day date not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, day, store_id, device_id, client)
);
create index sales_device_day_device on sales_device_day (tenant_id, device_id, day);
call fence('sales_device_day', 'select, insert, update');

-- The same by the merchant's month: a list of years is counted, and a page of it found, by few rows.
create table sales_device_month (
  tenant_id bigint not null references tenant,
  -- Its first day.
  month date not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, month, store_id, device_id, client)
);
create index sales_device_month_device on sales_device_month (tenant_id, device_id, month);
call fence('sales_device_month', 'select, insert, update');

create table sales_store_hour (
  tenant_id bigint not null references tenant,
  hour timestamptz(0) not null,
  store_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, hour, store_id, client)
);
create index sales_store_hour_store on sales_store_hour (tenant_id, store_id, hour);
call fence('sales_store_hour', 'select, insert, update');

-- Kept for three days, for users who see some devices only.
create table sales_device_hour (
  tenant_id bigint not null references tenant,
  hour timestamptz(0) not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, hour, device_id, client)
);
call fence('sales_device_hour', 'select, insert, update, delete');

-- `pieces`: what came out. Amounts of a bill are divided over its lines without a rest.
create table sales_goods_day (
  tenant_id bigint not null references tenant,
  day date not null,
  store_id bigint not null,
  device_id bigint not null,
  channel_sn int not null,
  goods_id bigint not null,
  count int not null,
  pieces int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, day, store_id, device_id, channel_sn, goods_id)
);
create index sales_goods_day_goods on sales_goods_day (tenant_id, goods_id, day);
call fence('sales_goods_day', 'select, insert, update');

-- Pieces sold of goods are the sums of sales_goods_day: a column of the goods would be a row that all sales wait for.
drop index goods_by_sales;
alter table goods drop column sold;

-- A payment: asked for by a machine (pending until the provider says that it is paid), or settled by a card.
create table pay_order (
  tenant_id bigint not null references tenant,
  create_at timestamptz(3) not null,
  orderno text not null,
  device_id bigint not null,
  sn text not null,
  store_id bigint,
  merchant_id bigint,
  client text not null,
  kind text not null constraint pay_order_kind check (kind in ('buy', 'game')),
  state text not null constraint pay_order_state
    check (state in ('pending', 'paid', 'closed', 'refunded', 'part_refunded')),
  amount int not null constraint pay_order_amount check (amount >= 0),
  discount int not null default 0,
  -- [{channel_sn, goods_id, title, price, quantity}]: as agreed with the customer.
  goods jsonb not null,
  -- The number that the provider knows the order by.
  merchant_order text not null,
  cardno text not null default '',
  -- The machine's name of its request; null for what the machine settled itself.
  req_id text,
  -- The text of the QR code, once the provider has given it.
  qr text,
  provider_txn text,
  -- Who paid, as a keyed hash: enough to recognise a winner, not to name one.
  payer bytea,
  difficulty text,
  -- Percent of the amount, in hundredths, at the time of the order.
  fee_rate int not null default 0,
  expires_at timestamptz(3),
  paid_at timestamptz(3),
  closed_at timestamptz(3),
  primary key (tenant_id, create_at, orderno),
  foreign key (tenant_id, device_id) references device
);
create unique index pay_order_request on pay_order (tenant_id, device_id, req_id) where req_id is not null;
create unique index pay_order_number on pay_order (tenant_id, merchant_order);
create index pay_order_pending on pay_order (tenant_id, expires_at) where state = 'pending';
create index pay_order_open on pay_order (tenant_id, device_id, create_at desc) where state in ('pending', 'paid');
call fence('pay_order', 'select, insert, update');

-- The last win of each payer (`game_black`).
create table game_win (
  tenant_id bigint not null references tenant,
  client text not null,
  payer bytea not null,
  won_at timestamptz(3) not null,
  primary key (tenant_id, client, payer)
);
create index game_win_age on game_win (tenant_id, won_at);
call fence('game_win', 'select, insert, update, delete');

-- A refund of a bill. At most one that has not failed. `sent_at`: the provider may have heard of it.
create table bill_refund (
  tenant_id bigint not null references tenant,
  refund_id bigint not null generated always as identity,
  orderno text not null,
  bill_at timestamptz(3) not null,
  kind text not null constraint bill_refund_kind check (kind in ('auto', 'manual')),
  state text not null constraint bill_refund_state check (state in ('refunding', 'refunded', 'failed')),
  client text not null,
  amount int not null constraint bill_refund_amount check (amount > 0),
  part boolean not null,
  remarks text not null,
  -- The number that the provider knows the refund by.
  refund_no text not null,
  -- Why it failed: the provider's code and text.
  why text,
  account_id bigint,
  username text not null,
  asked_at timestamptz(3) not null,
  sent_at timestamptz(3),
  done_at timestamptz(3),
  -- When the provider is asked next.
  next_at timestamptz(3),
  tries int not null default 0,
  primary key (tenant_id, refund_id),
  foreign key (tenant_id, bill_at, orderno) references bill
);
create unique index bill_refund_once on bill_refund (tenant_id, orderno) where state <> 'failed';
create index bill_refund_of_bill on bill_refund (tenant_id, orderno, refund_id);
create index bill_refund_listed on bill_refund (tenant_id, asked_at desc, refund_id desc);
create index bill_refund_open on bill_refund (tenant_id, next_at) where state = 'refunding';
call fence('bill_refund', 'select, insert, update');

-- Money that is owed, in double entry: the lines of a posting add up to nothing. Positive: owed to us.
create table ledger_line (
  tenant_id bigint not null references tenant,
  at timestamptz(3) not null,
  -- What is booked: the order number and `paid` or `refund`.
  posting text not null,
  account text not null constraint ledger_line_account check (account in ('provider', 'funds', 'fee')),
  orderno text not null,
  -- The payout account; 0 where none was assigned.
  merchant_id bigint not null,
  client text not null,
  amount int not null,
  primary key (tenant_id, at, posting, account)
) partition by range (at);
create index ledger_line_order on ledger_line (tenant_id, orderno);
create index ledger_line_funds on ledger_line (tenant_id, merchant_id, at) where account = 'funds';
call fence('ledger_line', 'select, insert');

-- Which sale moved the stock. A correction that turned out to be a sale is taken back by a line with its number, which
-- names the line of the correction, so that no other sale takes the same pieces back.
alter table stock_move add column orderno text, add column takes_back bigint;
create index stock_move_of_bill on stock_move (tenant_id, orderno) where orderno is not null;
create index stock_move_taken_back on stock_move (tenant_id, takes_back) where takes_back is not null;

-- What machines have reported, by name: a bill holds the contents from now on, the digest recognises a repetition.
alter table machine_inbox add column orderno text;
alter table machine_inbox add column digest bytea;
alter table machine_inbox alter column data drop not null;
create index machine_inbox_age on machine_inbox (tenant_id, received_at);
create index machine_inbox_waiting on machine_inbox (tenant_id, received_at) where orderno is null;
grant delete on machine_inbox to slotwise_app;

-- The books of the sandbox, which stands for the payment providers where none is configured.
create table sandbox_payment (
  merchant_order text primary key,
  channel text not null,
  amount int not null,
  currency text not null,
  subject text not null,
  notify_to text not null,
  state text not null constraint sandbox_payment_state check (state in ('pending', 'paid', 'closed')),
  payer text,
  txn text,
  refunded int not null default 0 constraint sandbox_payment_refunded check (refunded between 0 and amount),
  -- How the sandbox is to misbehave with this payment, for tests and for people who try the product.
  manners jsonb not null default '{}',
  created_at timestamptz(3) not null,
  paid_at timestamptz(3)
);
grant select, insert, update, delete on sandbox_payment to slotwise_app;
create index sandbox_payment_age on sandbox_payment (created_at);
create table sandbox_refund (
  refund_no text primary key,
  merchant_order text not null references sandbox_payment on delete cascade,
  amount int not null,
  state text not null constraint sandbox_refund_state check (state in ('processing', 'success', 'rejected')),
  why text,
  created_at timestamptz(3) not null
);
create index sandbox_refund_of_payment on sandbox_refund (merchant_order);
grant select, insert, update, delete on sandbox_refund to slotwise_app;
