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

-- Messages by which a state begins or ends: status, faults, the search for slots. Sent again, they change nothing.
create table heard_message (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  mid text not null,
  ts bigint not null,
  -- Of the connection in which it was heard; null when the machine has begun to count again since, with a new secret.
  boot bigint,
  heard_at timestamptz(3) not null,
  primary key (tenant_id, device_id, mid, ts),
  foreign key (tenant_id, device_id) references device
);
create index heard_message_age on heard_message (tenant_id, heard_at);
call fence('heard_message', 'select, insert, update, delete');

alter table device_fault drop column mid, drop column cleared_mid;
alter table device_state drop column status_mid, drop column initializing_mid;
