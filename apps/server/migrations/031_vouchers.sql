-- Vouchers: a customer shows a code at a machine and gets the goods, once.

-- What the vouchers that were made at once have in common.
create table voucher_batch (
  tenant_id bigint not null references tenant,
  batch_id bigint not null generated always as identity,
  name text not null,
  goods_id bigint not null,
  quantity int not null constraint voucher_batch_quantity check (quantity between 1 and 100),
  referrer_id bigint,
  -- Serial numbers of machines; none means all machines of the merchant. A machine that is bound again takes them
  -- again.
  devices text[] not null default '{}',
  -- The order whose missing goods a voucher is for; null where a person made it.
  for_orderno text,
  created_at timestamptz(3) not null,
  primary key (tenant_id, batch_id),
  foreign key (tenant_id, goods_id) references goods,
  foreign key (tenant_id, referrer_id) references referrer
);
create index voucher_batch_goods on voucher_batch (tenant_id, goods_id);
create index voucher_batch_referrer on voucher_batch (tenant_id, referrer_id) where referrer_id is not null;
create index voucher_batch_for on voucher_batch (tenant_id, for_orderno) where for_orderno is not null;
call fence('voucher_batch', 'select, insert');

create table voucher (
  tenant_id bigint not null references tenant,
  gift_id bigint not null generated always as identity,
  batch_id bigint not null,
  code text not null,
  state text not null default 'unused'
    constraint voucher_state check (state in ('unused', 'used', 'deleted')),
  -- Of a used one: when, for which order, and at which machine.
  used_at timestamptz(3),
  orderno text,
  device_id bigint,
  primary key (tenant_id, gift_id),
  foreign key (tenant_id, batch_id) references voucher_batch,
  constraint voucher_used check (
    (state = 'used') = (used_at is not null) and (state = 'used') = (orderno is not null)
    and (state = 'used') = (device_id is not null))
);
create unique index voucher_code on voucher (tenant_id, code);
create unique index voucher_order on voucher (tenant_id, orderno) where orderno is not null;
create index voucher_of_batch on voucher (tenant_id, batch_id, gift_id);
create index voucher_used_at on voucher (tenant_id, used_at) where used_at is not null;
call fence('voucher', 'select, insert, update');
