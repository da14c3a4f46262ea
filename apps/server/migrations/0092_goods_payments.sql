-- How goods were paid, by the merchant's days and months. In tables of their own, because with payments the sums by goods
-- have up to nine times as many rows, which the list of goods would have to add up. Without slots, which these figures do
-- not need. Goods stand before the places in the key, so that a page finds its goods without reading the others.
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
  -- Its first day.
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

-- The bills so far, month by month in the merchants' time, so that each step is as large as a month. Bills are only read:
-- they can be made and changed meanwhile. The owner reads all merchants' rows (`kernel/app-rights.ts`), and writes the new
-- tables while their security is lifted.
alter table sales_goods_client_day no force row level security;
alter table sales_goods_client_month no force row level security;
do $$
declare
  since timestamp;
begin
  for since in
    select generate_series(date_trunc('month', min(b.create_at) at time zone 'UTC' + interval '8 hours'),
                           max(b.create_at) at time zone 'UTC' + interval '8 hours', interval '1 month')
      from bill b
  loop
    -- An amount is divided over the lines by their prices; those with the largest fractions get the cents that are left.
    insert into sales_goods_client_day
    with sold as (
      select b.tenant_id, b.orderno, b.create_at, coalesce(b.store_id, 0) as store_id, b.device_id, b.client, b.goods,
             case when b.status in (0, 3, 4, 6, 7) then b.total_price when b.status in (10, 11) then b.total_price - b.refunded
                  else 0 end as income,
             case when b.status in (8, 9, 10, 11) then b.refunded else 0 end as refund
        from bill b
       where b.create_at >= (since - interval '8 hours') at time zone 'UTC'
         and b.create_at < (since + interval '1 month' - interval '8 hours') at time zone 'UTC'),
    line as (
      select s.*, g.place, coalesce((g.line ->> 'goods_id')::bigint, 0) as goods_id,
             coalesce((g.line ->> 'delivered')::int, 0) as pieces,
             (g.line ->> 'price')::float8 * (g.line ->> 'quantity')::float8 as weight
        from sold s, jsonb_array_elements(s.goods) with ordinality g (line, place)),
    weighed as (
      select l.*, sum(l.weight) over bill as whole, count(*) over bill as lines
        from line l window bill as (partition by l.tenant_id, l.create_at, l.orderno)),
    fair as (
      select w.*, case w.whole when 0 then w.income / w.lines::float8 else w.income * w.weight / w.whole end as fair_income,
             case w.whole when 0 then w.refund / w.lines::float8 else w.refund * w.weight / w.whole end as fair_refund
        from weighed w),
    shared as (
      select f.*,
             f.income - sum(floor(f.fair_income)) over bill as rest_income,
             f.refund - sum(floor(f.fair_refund)) over bill as rest_refund,
             row_number() over (partition by f.tenant_id, f.create_at, f.orderno
                                order by f.fair_income - floor(f.fair_income) desc, f.place) as turn_income,
             row_number() over (partition by f.tenant_id, f.create_at, f.orderno
                                order by f.fair_refund - floor(f.fair_refund) desc, f.place) as turn_refund
        from fair f window bill as (partition by f.tenant_id, f.create_at, f.orderno))
    select s.tenant_id, (s.create_at at time zone 'UTC' + interval '8 hours')::date, s.goods_id, s.store_id, s.device_id,
           s.client, count(*), sum(s.pieces),
           sum(floor(s.fair_income) + case when s.turn_income <= s.rest_income then 1 else 0 end),
           sum(floor(s.fair_refund) + case when s.turn_refund <= s.rest_refund then 1 else 0 end)
      from shared s
     group by 1, 2, 3, 4, 5, 6;
    insert into sales_goods_client_month
    select d.tenant_id, since::date, d.goods_id, d.store_id, d.device_id, d.client, sum(d.count), sum(d.pieces),
           sum(d.income), sum(d.refund)
      from sales_goods_client_day d
     where d.day >= since::date and d.day < (since + interval '1 month')::date
     group by 1, 2, 3, 4, 5, 6;
  end loop;
end $$;
alter table sales_goods_client_day force row level security;
alter table sales_goods_client_month force row level security;
