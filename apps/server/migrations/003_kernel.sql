-- The first answer to a changing call, kept for a day, so that a repeated request does not act twice.
create table repeated_call (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb,
  -- What the caller could see: an answer is repeated to nobody who may see less by now.
  rights text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, account_id, key)
);
create index repeated_call_age on repeated_call (tenant_id, created_at);
call fence('repeated_call', 'select, insert, update, delete');

-- The order of live events. An event's number comes from its merchant's counter, whose row stays locked until the
-- writer has committed: a reader that sees a number sees all smaller ones of that merchant.
create table live_event_counter (
  tenant_id bigint primary key references tenant,
  last_event bigint not null
);
call fence('live_event_counter', 'select, insert, update');

-- What happened lately, for the live stream; kept for a day.
create table live_event (
  tenant_id bigint not null references tenant,
  event_id bigint not null,
  kind text not null,
  account_id bigint,
  permission text,
  store_id bigint,
  device_id bigint,
  data jsonb not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, event_id)
);
create index live_event_age on live_event (tenant_id, created_at);
call fence('live_event', 'select, insert, delete');

-- Counts calls and attempts, also before a caller is known. Holds no tenant's data.
create table limit_counter (
  key text primary key,
  count int not null,
  resets_at timestamptz(3) not null
);
create index limit_counter_age on limit_counter (resets_at);
grant select, insert, update, delete on limit_counter to slotwise_app;

-- The key of a merchant's data, itself encrypted by the operator's key of that name (`kernel/vault.ts`).
create table tenant_key (
  tenant_id bigint not null references tenant,
  key_no int not null,
  master text not null,
  wrapped bytea not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, key_no)
);
call fence('tenant_key', 'select, insert, update');
