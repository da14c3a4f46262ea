-- A sale is known by its saleId, an order by its reqId (`ref`), because a machine's numbers of messages may begin
-- again. The time is stored as sent, beside the time that is believed.
alter table machine_inbox
  add column ref text,
  add column ts bigint,
  add column clock_doubtful boolean not null default false;
alter table machine_inbox rename column sent_at to happened_at;

-- Row security would hide the rows of all merchants from the owner of the tables.
alter table machine_inbox no force row level security;
update machine_inbox set
  ref = coalesce(data ->> 'saleId', data ->> 'reqId'),
  ts = extract(epoch from happened_at) * 1000;
-- Two messages with one name were stored as two; the later one keeps its place under a name of its own.
update machine_inbox i set ref = i.ref || ' ' || i.mid
 where exists (select from machine_inbox earlier
                where earlier.tenant_id = i.tenant_id and earlier.device_id = i.device_id and earlier.kind = i.kind
                  and earlier.ref = i.ref and (earlier.received_at, earlier.mid) < (i.received_at, i.mid));
alter table machine_inbox force row level security;

alter table machine_inbox
  alter column ref set not null,
  alter column ts set not null,
  alter column clock_doubtful drop default,
  drop constraint machine_inbox_pkey,
  add primary key (tenant_id, device_id, kind, ref);
