-- The order of live events. An event's number comes from its merchant's counter, whose row stays locked until the
-- writer has committed: a reader that sees a number sees all smaller ones of that merchant. Before, the order came from
-- transaction numbers, which made every stream wait for the oldest open transaction of the whole cluster.
-- Events are kept for a day only, so those of the old order are dropped with their table.
drop table live_event;

create table live_event_counter (
  tenant_id bigint primary key references tenant,
  last_event bigint not null
);
call fence('live_event_counter', 'select, insert, update');

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
