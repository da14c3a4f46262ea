-- The sums of bills are written by every sale, ten rows of them. Their merchant exists, because the bill of the same
-- transaction names it: checking that for each row took a sixth of the time of all sums.
alter table sales_device_day drop constraint sales_device_day_tenant_id_fkey;
alter table sales_device_month drop constraint sales_device_month_tenant_id_fkey;
alter table sales_device_hour drop constraint sales_device_hour_tenant_id_fkey;
alter table sales_store_day drop constraint sales_store_day_tenant_id_fkey;
alter table sales_store_month drop constraint sales_store_month_tenant_id_fkey;
alter table sales_store_hour drop constraint sales_store_hour_tenant_id_fkey;
alter table sales_goods_day drop constraint sales_goods_day_tenant_id_fkey;
alter table sales_goods_month drop constraint sales_goods_month_tenant_id_fkey;

-- Nothing is read by it: pieces ever sold are added up by months, and a slot has an index of its own.
drop index sales_goods_day_goods;
