-- Amounts that add up outgrow an int at 21,474,836.47. A single sale may be 1,000,000.00, so a machine can reach that in a
-- month. Counts stay: they grow by one.
alter table sales_device_hour alter column income type bigint, alter column refund type bigint;
alter table sales_device_day alter column income type bigint, alter column refund type bigint;
alter table sales_device_month alter column income type bigint, alter column refund type bigint;
alter table sales_store_hour alter column income type bigint, alter column refund type bigint;
alter table sales_store_day alter column income type bigint, alter column refund type bigint;
alter table sales_store_month alter column income type bigint, alter column refund type bigint;
alter table sales_goods_day alter column income type bigint, alter column refund type bigint;
alter table sales_goods_month alter column income type bigint, alter column refund type bigint;
