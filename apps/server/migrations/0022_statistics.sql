-- Sums for the overview and for statistics.

-- By machine and hour, now with the store at the sale: a user who is limited to some stores and some machines sees the
-- bills of either, and each of them once. The rows of the last three days are made anew from the bills.
drop table sales_device_hour;
create table sales_device_hour (
  tenant_id bigint not null references tenant,
  hour timestamptz(0) not null,
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
  primary key (tenant_id, hour, store_id, device_id, client)
);
call fence('sales_device_hour', 'select, insert, update, delete');

-- By store and day: a chart over days grows with the stores, not with the machines in them.
create table sales_store_day (
  tenant_id bigint not null references tenant,
  day date not null,
  store_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, day, store_id, client)
);
call fence('sales_store_day', 'select, insert, update');

-- By store and month: all bills of a merchant are counted from few rows.
create table sales_store_month (
  tenant_id bigint not null references tenant,
  -- Its first day.
  month date not null,
  store_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, month, store_id, client)
);
call fence('sales_store_month', 'select, insert, update');

-- Goods by the merchant's month: a ranking of the month, and the pieces ever sold, are added up from few rows.
create table sales_goods_month (
  tenant_id bigint not null references tenant,
  -- Its first day.
  month date not null,
  store_id bigint not null,
  device_id bigint not null,
  goods_id bigint not null,
  count int not null,
  pieces int not null,
  income int not null,
  refund int not null,
  primary key (tenant_id, month, store_id, device_id, goods_id)
);
create index sales_goods_month_goods on sales_goods_month (tenant_id, goods_id, month);
call fence('sales_goods_month', 'select, insert, update');

-- What a slot has earned lately.
create index sales_goods_day_slot on sales_goods_day (tenant_id, device_id, channel_sn, day);

-- Row security would hide the rows of all merchants from the owner of the tables.
alter table bill no force row level security;
alter table sales_device_hour no force row level security;
alter table sales_device_day no force row level security;
alter table sales_store_day no force row level security;
alter table sales_store_month no force row level security;
alter table sales_device_month no force row level security;
alter table sales_goods_day no force row level security;
alter table sales_goods_month no force row level security;
insert into sales_device_hour
select b.tenant_id, date_trunc('hour', b.create_at), coalesce(b.store_id, 0), b.device_id, b.client, count(*),
       count(*) filter (where b.status in (0, 3, 4, 6, 7)), count(*) filter (where b.status in (1, 2, 5)),
       count(*) filter (where b.status in (8, 9)), count(*) filter (where b.status in (10, 11)),
       coalesce(sum(b.total_price) filter (where b.status in (0, 3, 4, 6, 7)), 0)
         + coalesce(sum(b.total_price - b.refunded) filter (where b.status in (10, 11)), 0),
       coalesce(sum(b.refunded) filter (where b.status in (8, 9, 10, 11)), 0)
  from bill b where b.create_at >= date_trunc('hour', now() - interval '3 days')
 group by 1, 2, 3, 4, 5;
insert into sales_store_day
select d.tenant_id, d.day, d.store_id, d.client, sum(d.count), sum(d.normal), sum(d.abnormal), sum(d.refund_only),
       sum(d.mixed), sum(d.income), sum(d.refund)
  from sales_device_day d group by 1, 2, 3, 4;
insert into sales_store_month
select m.tenant_id, m.month, m.store_id, m.client, sum(m.count), sum(m.normal), sum(m.abnormal), sum(m.refund_only),
       sum(m.mixed), sum(m.income), sum(m.refund)
  from sales_device_month m group by 1, 2, 3, 4;
insert into sales_goods_month
select d.tenant_id, date_trunc('month', d.day)::date, d.store_id, d.device_id, d.goods_id, sum(d.count), sum(d.pieces),
       sum(d.income), sum(d.refund)
  from sales_goods_day d group by 1, 2, 3, 4, 5;
alter table bill force row level security;
alter table sales_device_hour force row level security;
alter table sales_device_day force row level security;
alter table sales_store_day force row level security;
alter table sales_store_month force row level security;
alter table sales_device_month force row level security;
alter table sales_goods_day force row level security;
alter table sales_goods_month force row level security;
