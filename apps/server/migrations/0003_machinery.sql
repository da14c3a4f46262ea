-- Who did what. Rows are only ever added.
create table audit (
  tenant_id bigint not null references tenant,
  audit_id bigint not null generated always as identity,
  at timestamptz(3) not null,
  account_id bigint,
  username text not null,
  address text not null,
  request_id text not null,
  call text not null,
  object text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, audit_id)
);
create index audit_time on audit (tenant_id, at desc, audit_id desc);
call fence('audit', 'select, insert');

-- The first answer to a changing call, kept for a day, so that a repeated request does not act twice.
create table repeated_call (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null,
  primary key (tenant_id, account_id, key)
);
create index repeated_call_age on repeated_call (tenant_id, created_at);
call fence('repeated_call', 'select, insert, update, delete');

-- Long work as its owner sees it. The queue itself is the job runner's.
create table job (
  tenant_id bigint not null references tenant,
  job_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  input jsonb not null,
  locale text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress int not null default 0,
  total int,
  file_name text,
  blob_key text,
  error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (tenant_id, job_id),
  foreign key (tenant_id, account_id) references account
);
create index job_owner on job (tenant_id, account_id, job_id desc);
create index job_age on job (tenant_id, created_at);
call fence('job', 'select, insert, update, delete');

create table file_link (
  tenant_id bigint not null references tenant,
  token_hash bytea not null,
  job_id bigint not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, job_id) references job on delete cascade
);
create index file_link_job on file_link (tenant_id, job_id);
call fence('file_link', 'select, insert, delete');

-- What happened lately, for the live stream. An event is readable once no older transaction can still add one before
-- it (xid below the snapshot's xmin), so a resumed stream misses nothing.
create table live_event (
  tenant_id bigint not null references tenant,
  event_id bigint not null generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  account_id bigint,
  permission text,
  store_id bigint,
  device_id bigint,
  data jsonb not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, event_id)
);
create index live_event_order on live_event (tenant_id, xid, event_id);
create index live_event_age on live_event (tenant_id, created_at);
call fence('live_event', 'select, insert, delete');

-- Puts work into the queue inside the transaction that causes it. The application may add work, nothing else.
create function enqueue(task text, payload json, key text, queue text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, queue_name => queue, job_key => key, max_attempts => 5)
$$;
revoke all on function enqueue(text, json, text, text) from public;
grant execute on function enqueue(text, json, text, text) to slotwise_app;
