-- Every machine that may connect, whoever has it: a machine logs in before anybody knows its merchant.
create table machine (
  sn text primary key check (sn ~ '^\d{1,20}$'),
  type text not null,
  slots int not null check (slots > 0),
  -- As Mosquitto keeps passwords ($6$salt$hash), so that a broker of somebody's own can be given them.
  secret_hash text not null,
  -- The next secret, until the machine has come with it.
  next_secret_hash text,
  -- Of the QR code on the machine; good for one binding.
  bind_code_hash bytea,
  tenant_id bigint,
  device_id bigint,
  -- Settings are counted across merchants, so that a machine never takes new ones for old.
  settings_rev bigint not null default 0,
  created_at timestamptz(3) not null
);
create index machine_of_merchant on machine (tenant_id);
grant select, insert, update on machine to slotwise_app;

-- Who had a machine when: what it sold is his who had it then, also when the word of it comes later.
create table machine_owner (
  sn text not null references machine,
  tenant_id bigint not null,
  device_id bigint not null,
  since timestamptz(3) not null,
  until timestamptz(3),
  primary key (tenant_id, device_id)
);
create index machine_owner_then on machine_owner (sn, since);
grant select, insert, update on machine_owner to slotwise_app;

alter table device
  add column type text not null default 'vending',
  -- What the machine should be like, and what it has said it is.
  add column settings jsonb not null default '{}',
  add column settings_rev bigint not null default 1,
  add column applied_rev bigint not null default 0,
  add column applied_at timestamptz(3);

-- What a machine is doing now. Written often, so apart from the machine itself.
create table device_state (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  online boolean not null default false,
  -- Since when it is online, or offline.
  since timestamptz(3) not null,
  heard_at timestamptz(3),
  -- Of the connection last heard of; grows with every one.
  boot bigint not null default 0,
  status_mid text,
  reason text,
  rssi smallint,
  net text,
  app text,
  android text,
  temperature smallint,
  -- While the machine looks for its slots, it does nothing else.
  initializing_since timestamptz(3),
  initializing_mid text,
  slots_rev bigint,
  -- When the console was last told of a change of presence, and whether it still has to be.
  told_at timestamptz(3),
  untold boolean not null default false,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device
) with (fillfactor = 70);
-- Without the time of the last word: it changes all the time, and no index should have to follow.
create index device_state_online on device_state (tenant_id) where online;
create index device_state_untold on device_state (tenant_id) where untold;
call fence('device_state', 'select, insert, update');

-- The slots as the machine itself reports them.
create table slot_report (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  channel_sn int not null,
  quantity int not null,
  max int not null,
  state text not null check (state in ('ok', 'off', 'fault')),
  fault text,
  at timestamptz(3) not null,
  primary key (tenant_id, device_id, channel_sn),
  foreign key (tenant_id, device_id) references device
);
call fence('slot_report', 'select, insert, update, delete');

create table device_fault (
  tenant_id bigint not null references tenant,
  fault_id bigint not null generated always as identity,
  device_id bigint not null,
  code text not null,
  -- 0: of the machine as a whole.
  channel_sn int not null default 0,
  raw text not null,
  -- The message that told of it: repeated, it tells nothing new, also when the fault is over.
  mid text not null,
  since timestamptz(3) not null,
  cleared_at timestamptz(3),
  cleared_mid text,
  primary key (tenant_id, fault_id),
  foreign key (tenant_id, device_id) references device
);
create unique index device_fault_active on device_fault (tenant_id, device_id, code, channel_sn)
  where cleared_at is null;
create unique index device_fault_message on device_fault (tenant_id, device_id, mid);
create unique index device_fault_end on device_fault (tenant_id, device_id, cleared_mid);
create index device_fault_history on device_fault (tenant_id, device_id, fault_id desc);
create index device_fault_age on device_fault (tenant_id, cleared_at);
call fence('device_fault', 'select, insert, update, delete');

-- What a machine was told to do. Only ever forwards: created, sent, acknowledged, then one of the ends.
create table command (
  tenant_id bigint not null references tenant,
  command_id bigint not null generated always as identity,
  device_id bigint not null,
  sn text not null,
  op text not null,
  args jsonb not null,
  attach text not null default '',
  state text not null default 'created' check
    (state in ('created', 'sent', 'acknowledged', 'done', 'failed', 'expired', 'unknown', 'cancelled')),
  account_id bigint,
  username text not null,
  created_at timestamptz(3) not null,
  -- Nobody carries it out later than this.
  expires_at timestamptz(3) not null,
  -- When it is decided without another word of the machine.
  due_at timestamptz(3) not null,
  sent_at timestamptz(3),
  acknowledged_at timestamptz(3),
  finished_at timestamptz(3),
  fault text,
  why text,
  items jsonb not null default '[]',
  primary key (tenant_id, command_id),
  foreign key (tenant_id, device_id) references device
);
create index command_history on command (tenant_id, device_id, command_id desc);
create index command_open on command (tenant_id, device_id) where state in ('created', 'sent', 'acknowledged');
create index command_age on command (tenant_id, created_at);
call fence('command', 'select, insert, update, delete');

-- Sales and orders as machines report them, each once; whoever books them takes them from here.
create table machine_inbox (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  mid text not null,
  kind text not null check (kind in ('sale', 'order')),
  data jsonb not null,
  -- By the machine's clock, corrected by what it knows of ours.
  sent_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  taken_at timestamptz(3),
  primary key (tenant_id, device_id, mid),
  foreign key (tenant_id, device_id) references device
);
create index machine_inbox_open on machine_inbox (tenant_id, received_at) where taken_at is null;
call fence('machine_inbox', 'select, insert, update');

-- Work for a later moment. Asked for again under the same key, the moment asked for last counts.
create function enqueue_at(task text, payload json, key text, moment timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, job_key => key, run_at => moment, max_attempts => 25)
$$;
revoke all on function enqueue_at(text, json, text, timestamptz) from public;
grant execute on function enqueue_at(text, json, text, timestamptz) to slotwise_app;
