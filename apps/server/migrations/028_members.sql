-- Member cards. A point is worth a cent.
create table card (
  tenant_id bigint not null references tenant,
  card_id bigint not null generated always as identity,
  cardno text not null,
  nickname text not null,
  openid text not null,
  note text not null,
  -- Changed together with a line of point_move, in one transaction; the lines of a card add up to it.
  point int not null constraint card_point check (point >= 0),
  -- Serial numbers of the machines at which the card pays; none: all. Numbers, because a machine that was unbound must
  -- neither open the card to all machines nor be lost when it is bound again.
  device text[] not null default '{}',
  -- Sums of point_move, for lists: what was paid and not given back, the orders that were paid, the last of them.
  spent bigint not null default 0 constraint card_spent check (spent >= 0),
  visits int not null default 0,
  last_visit timestamptz(3),
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, card_id)
);
create unique index card_number on card (tenant_id, cardno) where deleted_at is null;
create index card_openid on card (tenant_id, openid) where openid <> '';
call fence('card', 'select, insert, update');

-- The points ledger: every change of a balance. It is never changed, and kept as long as the merchant.
create table point_move (
  tenant_id bigint not null references tenant,
  move_id bigint not null generated always as identity,
  card_id bigint not null,
  at timestamptz(3) not null,
  reason text not null constraint point_move_reason check (reason in ('topup', 'sale', 'refund', 'correction')),
  amount int not null constraint point_move_amount
    check (amount <> 0 and (amount > 0) = (reason in ('topup', 'refund'))),
  balance int not null constraint point_move_balance check (balance >= 0),
  -- Of a sale and of its refund; empty for others.
  orderno text not null default '',
  account_id bigint,
  primary key (tenant_id, move_id),
  foreign key (tenant_id, card_id) references card,
  constraint point_move_order_named check ((orderno <> '') = (reason in ('sale', 'refund')))
);
create index point_move_listed on point_move (tenant_id, card_id, at, move_id);
-- An order is paid once and given back once.
create unique index point_move_order on point_move (tenant_id, orderno, reason) where orderno <> '';
call fence('point_move', 'select, insert');
