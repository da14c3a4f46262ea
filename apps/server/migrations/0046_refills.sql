-- What an account has filled up, for as long as it can be undone. The arrays have an element for each slot: where it is,
-- its goods, and how many pieces were added.
create table bulk_refill (
  tenant_id bigint not null references tenant,
  refill_id bigint not null generated always as identity,
  account_id bigint not null,
  device_ids bigint[] not null,
  channel_sns int[] not null,
  goods_ids bigint[] not null,
  pieces int[] not null,
  -- The last line of the stock ledger that the refill wrote; later lines came after it.
  last_move bigint not null,
  at timestamptz(3) not null,
  undone_at timestamptz(3),
  primary key (tenant_id, refill_id)
);
create index bulk_refill_newest on bulk_refill (tenant_id, account_id, refill_id desc);
create index bulk_refill_age on bulk_refill (tenant_id, at);
call fence('bulk_refill', 'select, insert, update, delete');

-- The order in which an account visits stores.
create table refill_route (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  store_ids bigint[] not null,
  primary key (tenant_id, account_id)
);
call fence('refill_route', 'select, insert, update, delete');

-- Taking a refill back, and what a person says of the stock at the machine (0047).
alter table stock_move drop constraint stock_move_reason_check;
alter table stock_move
  add constraint stock_move_reason_check check (reason in
    ('edit', 'fill', 'unfill', 'empty', 'putDown', 'goods', 'copy', 'remote', 'test', 'sale', 'machine', 'count',
     'visit', 'init', 'renumber', 'unbind', 'opening'));
