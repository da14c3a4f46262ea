-- A sale that was told as unconfirmed, and that its machine reports later, is told a second time.
alter table webhook_event add column reported_late boolean not null default false;
alter table webhook_event drop constraint webhook_event_once;
alter table webhook_event add constraint webhook_event_once unique (tenant_id, kind, subject, reported_late);

-- Refunds in the order in which they were done, which statements are compared with.
create index bill_refund_done on bill_refund (tenant_id, done_at, refund_id) where state = 'refunded';
-- Cases of differing books that may close by themselves.
create index exception_case_books on exception_case (tenant_id, case_id desc)
  where kind = 'books_differ' and closed_at is null;

-- The deliveries of an address in the order in which they are sent: those that were refused by themselves after the
-- others.
create index webhook_delivery_due on webhook_delivery (tenant_id, webhook_id, (next_at is not null), seq)
  where state = 'waiting';
drop index webhook_delivery_waiting;
