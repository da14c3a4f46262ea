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
