-- What becomes of a partly failed delivery whose provider cannot give back a part of a payment.
alter table store add column part_failed text not null default 'case'
  constraint store_part_failed check (part_failed in ('case', 'whole', 'voucher'));

-- The order whose missing goods a voucher is for; null where a person made it.
alter table voucher_batch add column for_orderno text;
create index voucher_batch_for on voucher_batch (tenant_id, for_orderno) where for_orderno is not null;
