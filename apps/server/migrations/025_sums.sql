-- Sums of bills, moved in the transaction of the bill, by the merchant's days and months. A store_id of 0: in no store;
-- a goods_id of 0: not known. A month is named by its first day. Amounts that add up outgrow an int; counts grow by
-- one.
--
-- No key refers to tenant: every sale writes ten of these rows, and its bill names the merchant in the same
-- transaction. Checking that for each row took a sixth of the time of all sums.

-- By machine and hour, kept for three days. With the store, because a user who is limited to some stores and some
-- machines sees the bills of either, and each of them once.
create table sales_device_hour (
  tenant_id bigint not null,
  hour timestamptz(0) not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, hour, store_id, device_id, client)
);
call fence('sales_device_hour', 'select, insert, update, delete');

create table sales_device_day (
  tenant_id bigint not null,
  day date not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, day, store_id, device_id, client)
);
create index sales_device_day_device on sales_device_day (tenant_id, device_id, day);
call fence('sales_device_day', 'select, insert, update');

-- By machine and month: a list of years is counted, and a page of it found, by few rows.
create table sales_device_month (
  tenant_id bigint not null,
  month date not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, month, store_id, device_id, client)
);
create index sales_device_month_device on sales_device_month (tenant_id, device_id, month);
call fence('sales_device_month', 'select, insert, update');

create table sales_store_hour (
  tenant_id bigint not null,
  hour timestamptz(0) not null,
  store_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, hour, store_id, client)
);
create index sales_store_hour_store on sales_store_hour (tenant_id, store_id, hour);
call fence('sales_store_hour', 'select, insert, update');

-- By store and day: a chart over days grows with the stores, not with the machines in them.
create table sales_store_day (
  tenant_id bigint not null,
  day date not null,
  store_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, day, store_id, client)
);
call fence('sales_store_day', 'select, insert, update');

-- By store and month: all bills of a merchant are counted from few rows.
create table sales_store_month (
  tenant_id bigint not null,
  month date not null,
  store_id bigint not null,
  client text not null,
  count int not null,
  normal int not null,
  abnormal int not null,
  refund_only int not null,
  mixed int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, month, store_id, client)
);
call fence('sales_store_month', 'select, insert, update');

-- `pieces`: what came out. Amounts of a bill are divided over its lines without a rest.
create table sales_goods_day (
  tenant_id bigint not null,
  day date not null,
  store_id bigint not null,
  device_id bigint not null,
  channel_sn int not null,
  goods_id bigint not null,
  count int not null,
  pieces int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, day, store_id, device_id, channel_sn, goods_id)
);
-- What a slot has earned lately.
create index sales_goods_day_slot on sales_goods_day (tenant_id, device_id, channel_sn, day);
call fence('sales_goods_day', 'select, insert, update');

-- By goods and month: a ranking of the month, and the pieces ever sold, are added up from few rows.
create table sales_goods_month (
  tenant_id bigint not null,
  month date not null,
  store_id bigint not null,
  device_id bigint not null,
  goods_id bigint not null,
  count int not null,
  pieces int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, month, store_id, device_id, goods_id)
);
create index sales_goods_month_goods on sales_goods_month (tenant_id, goods_id, month);
call fence('sales_goods_month', 'select, insert, update');

-- How goods were paid. In tables of their own, because with payments the sums by goods have up to nine times as many
-- rows, which the list of goods would have to add up. Without slots, which these figures do not need. Goods stand
-- before the places in the key, so that a page finds its goods without reading the others.
create table sales_goods_client_day (
  tenant_id bigint not null,
  day date not null,
  goods_id bigint not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  pieces int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, day, goods_id, store_id, device_id, client)
);
call fence('sales_goods_client_day', 'select, insert, update');

create table sales_goods_client_month (
  tenant_id bigint not null,
  month date not null,
  goods_id bigint not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count int not null,
  pieces int not null,
  income bigint not null,
  refund bigint not null,
  primary key (tenant_id, month, goods_id, store_id, device_id, client)
);
call fence('sales_goods_client_month', 'select, insert, update');
