-- A sale is told again when its bill is corrected: its machine reports late, its payment comes late, a refund is refused.
-- `cause` names the event with its kind and subject, so that news that come twice are one event.
alter table webhook_event add column cause text not null default 'first';
update webhook_event set cause = 'reported' where reported_late;
alter table webhook_event drop constraint webhook_event_once;
alter table webhook_event drop column reported_late;
alter table webhook_event add constraint webhook_event_once unique (tenant_id, kind, subject, cause);
