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
