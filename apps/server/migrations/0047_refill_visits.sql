-- Visits at machines, booked once however often a phone sends them.
create table refill_visit (
  tenant_id bigint not null references tenant,
  -- A UUID that the phone made.
  visit_id text not null,
  account_id bigint not null,
  device_id bigint not null,
  sn text not null,
  read_at timestamptz(3) not null,
  at timestamptz(3) not null,
  -- What the person saw and said of each slot.
  slots jsonb not null,
  -- The answer; null only inside the transaction that books the visit.
  result jsonb,
  primary key (tenant_id, visit_id),
  foreign key (tenant_id, device_id) references device
);
create index refill_visit_age on refill_visit (tenant_id, at);
call fence('refill_visit', 'select, insert, update, delete');

-- When a person at the machine counted the pieces of the slot last, so that an older count that is sent later does not
-- replace it.
alter table channel add column counted_at timestamptz(3);
