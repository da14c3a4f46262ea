-- What an account has filled up, on many machines, on a machine's page or on site, for as long as it can be undone. The
-- arrays have an element for each slot: where it is, its goods, and how many pieces were added, which may be less than
-- 0 where slots were emptied or counted.
create table bulk_refill (
  tenant_id bigint not null references tenant,
  refill_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null default 'fill' constraint bulk_refill_kind check (kind in ('fill', 'empty', 'visit', 'count')),
  device_ids bigint[] not null,
  channel_sns int[] not null,
  goods_ids bigint[] not null,
  pieces int[] not null,
  -- Of a visit: when each slot was counted last, with the visit itself. A later count leaves no line in the ledger
  -- where it equals the books.
  counted_ats timestamptz(3)[],
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

-- Visits at machines, booked once however often a phone sends them.
create table refill_visit (
  tenant_id bigint not null references tenant,
  -- A UUID that the phone made.
  visit_id text not null,
  account_id bigint not null,
  device_id bigint not null,
  sn text not null,
  read_at timestamptz(3) not null,
  at timestamptz(3) not null,
  -- What the person saw and said of each slot.
  slots jsonb not null,
  -- The answer; null only inside the transaction that books the visit.
  result jsonb,
  primary key (tenant_id, visit_id),
  foreign key (tenant_id, device_id) references device
);
create index refill_visit_age on refill_visit (tenant_id, at);
call fence('refill_visit', 'select, insert, update, delete');
