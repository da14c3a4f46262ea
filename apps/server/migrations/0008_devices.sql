alter table device
  add column rev int not null default 1,
  -- The payout account.
  add column merchant_id bigint,
  -- The revision at which each setting changed last: what the machine has not applied since is still on its way.
  add column changed_revs jsonb not null default '{}';

-- Former bindings are found by the machine's number.
create index device_bindings on device (tenant_id, sn, device_id);

alter table device_state
  -- When the machine named all of its slots last.
  add column slots_at timestamptz(3),
  -- Switched off from afar or by its hours: it sells nothing.
  add column off boolean not null default false,
  -- When it was switched last from afar: what it said of itself before does not count.
  add column switched_at timestamptz(3);

-- What is sold from a slot, and how many pieces we hold to be in it.
alter table channel
  add column price int check (price >= 2),
  add column game_price int check (game_price >= 2),
  -- In hundredths of a percent.
  add column rate int check (rate between 100 and 10000),
  add column quantity int not null default 0,
  add column max int not null default 0,
  add column enabled boolean not null default true,
  add column rev int not null default 1,
  add column settings_rev bigint not null default 0,
  add constraint channel_quantity check (quantity between 0 and max),
  add constraint channel_stock_of_goods check (quantity = 0 or goods_id is not null);
create index channel_low on channel (tenant_id, device_id) where goods_id is not null and enabled and quantity * 5 <= max and max > 0;

-- Pieces that we have booked because the machine told us why, and that its next count will show.
alter table slot_report add column booked int not null default 0;

-- Every change of stock, with who and why. Never changed, never forgotten while the machine is its merchant's.
create table stock_move (
  tenant_id bigint not null references tenant,
  move_id bigint not null generated always as identity,
  device_id bigint not null,
  channel_sn int not null,
  goods_id bigint,
  reason text not null check (reason in
    ('edit', 'fill', 'empty', 'putDown', 'goods', 'copy', 'remote', 'test', 'sale', 'machine', 'init', 'renumber', 'unbind')),
  before int not null,
  after int not null check (after <> before),
  at timestamptz(3) not null,
  account_id bigint,
  -- Empty: the machine itself.
  username text not null,
  command_id bigint,
  primary key (tenant_id, move_id),
  foreign key (tenant_id, device_id) references device
);
create index stock_move_history on stock_move (tenant_id, device_id, at desc, move_id desc);
create index stock_move_of_slot on stock_move (tenant_id, device_id, channel_sn, at desc, move_id desc);
create index stock_move_of_command on stock_move (tenant_id, command_id) where command_id is not null;
call fence('stock_move', 'select, insert');

-- What machines were told that explains their counts.
create index command_moving on command (tenant_id, device_id, command_id desc)
  where op in ('dispense', 'testOut', 'resetSlot', 'setChannels');

-- What the caller could see: an answer is repeated to nobody who may see less by now.
alter table repeated_call add column rights text;

-- Until when something may not be done to a machine again.
create table device_cooldown (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  kind text not null,
  until timestamptz(3) not null,
  primary key (tenant_id, device_id, kind),
  foreign key (tenant_id, device_id) references device
);
call fence('device_cooldown', 'select, insert, update');
