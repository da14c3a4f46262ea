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
  -- The account at the provider that the order was made with; neither: the platform's.
  pay_account_id bigint,
  agent_account_id bigint,
  -- The number that the provider knows the order by.
  merchant_order text not null,
  cardno text not null default '',
  -- The machine's name of its request; null for what the machine settled itself.
  req_id text,
  -- Recognises a request that is sent again: a digest of its time and contents.
  request_digest bytea,
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
  -- Whether the machine was sent that its order is paid, and when for the first time; null while it is not paid.
  is_paid_sent boolean,
  paid_sent_at timestamptz(3),
  -- Of a paid order of which its machine says nothing: when its connection was lost, if it was lost since the payment.
  -- Nothing is refunded by itself then, because the machine may have given the goods.
  line_lost_at timestamptz(3),
  primary key (tenant_id, create_at, orderno),
  foreign key (tenant_id, device_id) references device,
  foreign key (tenant_id, pay_account_id) references pay_account,
  constraint pay_order_one_account check (pay_account_id is null or agent_account_id is null)
);
create unique index pay_order_request on pay_order (tenant_id, device_id, req_id) where req_id is not null;
create unique index pay_order_number on pay_order (tenant_id, merchant_order);
create index pay_order_pending on pay_order (tenant_id, expires_at) where state = 'pending';
-- Orders that were closed unpaid are deleted in the end (`modules/payments/sweep-service.ts`).
create index pay_order_unpaid on pay_order (tenant_id, create_at) where state = 'closed';
-- Orders that wait for their QR code.
create index pay_order_unopened on pay_order (tenant_id, create_at) where state = 'pending' and qr is null;
-- A machine that comes back is told of its last orders, whatever became of them.
create index pay_order_of_device on pay_order (tenant_id, device_id, create_at desc) where req_id is not null;
call fence('pay_order', 'select, insert, update, delete');

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
