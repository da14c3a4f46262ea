-- Sites: what the owner of the place gets in which machines stand.
alter table store
  add column coo_share int constraint store_coo_share check (coo_share between 0 and 10000),
  add column coo_rent int constraint store_coo_rent check (coo_rent >= 0);

-- What providers have received for the bills of each store, and given back, by the merchant's day of the booking. Moved
-- in the transaction of the lines. A store_id of 0: in no store.
create table ledger_store_day (
  tenant_id bigint not null references tenant,
  day date not null,
  store_id bigint not null,
  client text not null,
  -- Payments, without refunds.
  count int not null,
  taken bigint not null,
  refunded bigint not null,
  primary key (tenant_id, day, store_id, client)
);
call fence('ledger_store_day', 'select, insert, update');

-- Row security would hide the rows of all merchants from the owner of the tables.
alter table bill no force row level security;
alter table ledger_line no force row level security;
alter table ledger_store_day no force row level security;
insert into ledger_store_day
select l.tenant_id, (l.at at time zone 'UTC' + interval '8 hours')::date, coalesce(b.store_id, 0), l.client,
       count(*) filter (where l.amount > 0), coalesce(sum(l.amount) filter (where l.amount > 0), 0),
       coalesce(-sum(l.amount) filter (where l.amount < 0), 0)
  from ledger_line l join bill b on b.tenant_id = l.tenant_id and b.orderno = l.orderno
 where l.account = 'provider'
 group by 1, 2, 3, 4;
alter table bill force row level security;
alter table ledger_line force row level security;
alter table ledger_store_day force row level security;
