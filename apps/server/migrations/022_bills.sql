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
  -- What became of the cash of a sale, as its machine said: {kept, returned, changed}.
  cash jsonb,
  primary key (tenant_id, create_at, orderno),
  foreign key (tenant_id, device_id) references device
) partition by range (create_at);
create index bill_of_store on bill (tenant_id, store_id, create_at desc, orderno desc);
create index bill_of_device on bill (tenant_id, device_id, create_at desc, orderno desc);
create index bill_of_client on bill (tenant_id, client, create_at desc, orderno desc);
-- Few bills have another status than 0: those that wait for something, and those that a merchant looks for.
create index bill_of_status on bill (tenant_id, status, create_at desc, orderno desc) where status <> 0;
-- Sales without a payment of ours: few among the bills.
create index bill_unpaid on bill (tenant_id, create_at) where oddities && array['order', 'again'];
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
-- Refunds in the order in which they were done, which statements are compared with.
create index bill_refund_done on bill_refund (tenant_id, done_at, refund_id) where state = 'refunded';
call fence('bill_refund', 'select, insert, update');

-- The names of sales that machines have reported (`ref` is the saleId, because a machine's numbers of messages may begin
-- again), each once. The bill holds the contents; the digest recognises a repetition.
create table machine_inbox (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  ref text not null,
  mid text not null,
  digest bytea not null,
  orderno text not null,
  -- The time as sent, and the time that is believed: by the machine's clock, corrected by what it knows of ours.
  ts bigint not null,
  happened_at timestamptz(3) not null,
  clock_doubtful boolean not null,
  received_at timestamptz(3) not null,
  primary key (tenant_id, device_id, ref),
  foreign key (tenant_id, device_id) references device
);
create index machine_inbox_age on machine_inbox (tenant_id, received_at);
call fence('machine_inbox', 'select, insert, update, delete');
