-- The names of sales that machines have reported (`ref` is the saleId, because a machine's numbers of messages may begin
-- again), each once. The bill holds the contents; the digest recognises a repetition.
create table machine_inbox (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  ref text not null,
  mid text not null,
  digest bytea not null,
  orderno text not null,
  -- The time as sent, and the time that is believed: by the machine's clock, corrected by what it knows of ours.
  ts bigint not null,
  happened_at timestamptz(3) not null,
  clock_doubtful boolean not null,
  received_at timestamptz(3) not null,
  primary key (tenant_id, device_id, ref),
  foreign key (tenant_id, device_id) references device
);
create index machine_inbox_age on machine_inbox (tenant_id, received_at);
call fence('machine_inbox', 'select, insert, update, delete');
