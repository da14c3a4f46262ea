-- A sale that was told as unconfirmed, and that its machine reports later, is told a second time.
alter table webhook_event add column reported_late boolean not null default false;
alter table webhook_event drop constraint webhook_event_once;
alter table webhook_event add constraint webhook_event_once unique (tenant_id, kind, subject, reported_late);

-- The deliveries of an address in the order in which they are sent: those that were refused by themselves after the
-- others.
create index webhook_delivery_due on webhook_delivery (tenant_id, webhook_id, (next_at is not null), seq)
  where state = 'waiting';
drop index webhook_delivery_waiting;
