-- What a machine is doing now. Written often, so apart from the machine itself.
create table device_state (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  online boolean not null default false,
  -- Since when it is online, or offline.
  since timestamptz(3) not null,
  -- When the connection was lost last, by the machine's own word or by its silence.
  lost_at timestamptz(3),
  heard_at timestamptz(3),
  -- Of the connection last heard of; grows with every one.
  boot bigint not null default 0,
  reason text,
  rssi smallint,
  net text,
  app text,
  android text,
  -- To tenths of a degree: half a degree decides whether milk is cold enough.
  temperature real,
  -- While the machine looks for its slots, it does nothing else.
  initializing_since timestamptz(3),
  slots_rev bigint,
  -- When the console was last told of a change of presence, and whether it still has to be.
  told_at timestamptz(3),
  untold boolean not null default false,
  -- When the machine named all of its slots last.
  slots_at timestamptz(3),
  -- Switched off from afar or by its hours: it sells nothing.
  off boolean not null default false,
  -- When it was switched last from afar: what it said of itself before does not count.
  switched_at timestamptz(3),
  -- Whether a machine is bound is our own record (device.unbound_at), not the reason that a machine gives for leaving.
  -- The state carries the same moment, because every message locks it first.
  unbound_at timestamptz(3),
  -- How often a machine has connected since a moment, and when that was last so often that two machines may have its
  -- number.
  comings smallint not null default 0,
  comings_since timestamptz(3),
  contested_at timestamptz(3),
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device
) with (fillfactor = 70);
-- No index has the time of the last message, because it changes all the time.
create index device_state_online on device_state (tenant_id) where online;
create index device_state_untold on device_state (tenant_id) where untold;
call fence('device_state', 'select, insert, update');

create table device_fault (
  tenant_id bigint not null references tenant,
  fault_id bigint not null generated always as identity,
  device_id bigint not null,
  code text not null,
  -- 0: of the machine as a whole.
  channel_sn int not null default 0,
  raw text not null,
  since timestamptz(3) not null,
  -- Whether `since` is the machine's time; otherwise it is the time of arrival, and the time of an end that was sent
  -- with it may be earlier.
  since_by_clock boolean not null default false,
  cleared_at timestamptz(3),
  primary key (tenant_id, fault_id),
  foreign key (tenant_id, device_id) references device
);
create unique index device_fault_active on device_fault (tenant_id, device_id, code, channel_sn)
  where cleared_at is null;
create index device_fault_age on device_fault (tenant_id, cleared_at);
create index device_fault_by_time on device_fault (tenant_id, device_id, since desc, fault_id desc);
call fence('device_fault', 'select, insert, update, delete');

-- The lowest and the highest temperature that a machine reported within an hour; kept for a month.
create table device_temperature (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  hour timestamptz(3) not null,
  lowest real not null,
  highest real not null,
  primary key (tenant_id, device_id, hour),
  foreign key (tenant_id, device_id) references device
);
create index device_temperature_hour on device_temperature (tenant_id, hour);
call fence('device_temperature', 'select, insert, update, delete');

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

-- How often a machine sent a field that was not as the protocol says, and what became of these messages.
create table message_slip (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  name text not null,
  -- A path without the numbers of lines, so that a machine has few rows.
  field text not null,
  reason text not null,
  outcome text not null constraint message_slip_outcome check (outcome in ('taken', 'kept', 'refused')),
  count bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  last_mid text not null,
  primary key (tenant_id, device_id, name, field, reason, outcome)
);
create index message_slip_age on message_slip (tenant_id, last_at);
call fence('message_slip', 'select, insert, update, delete');
