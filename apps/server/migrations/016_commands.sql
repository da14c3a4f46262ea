-- What a machine has to do. A command only goes forwards: created, sent, acknowledged, then one of the ends.
create table command (
  tenant_id bigint not null references tenant,
  command_id bigint not null generated always as identity,
  device_id bigint not null,
  sn text not null,
  op text not null,
  args jsonb not null,
  attach text not null default '',
  state text not null default 'created' constraint command_state
    check (state in ('created', 'sent', 'acknowledged', 'done', 'failed', 'expired', 'unknown', 'cancelled')),
  account_id bigint,
  username text not null,
  created_at timestamptz(3) not null,
  -- It is not carried out later than this.
  expires_at timestamptz(3) not null,
  -- When it is decided without another message of the machine.
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
-- Commands that explain a machine's counts.
create index command_moving on command (tenant_id, device_id, command_id desc)
  where op in ('dispense', 'testOut', 'resetSlot', 'setChannels');
-- The history of a machine is read from a place in time, in either direction.
create index command_by_time on command (tenant_id, device_id, created_at desc, command_id desc);
call fence('command', 'select, insert, update, delete');
