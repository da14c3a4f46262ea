-- What lies in which slot, what it costs there, and how many pieces we hold to be in it.
create table channel (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  channel_sn int not null constraint channel_channel_sn check (channel_sn > 0),
  goods_id bigint,
  price int constraint channel_price check (price >= 2),
  game_price int constraint channel_game_price check (game_price >= 2),
  -- In hundredths of a percent.
  rate int constraint channel_rate check (rate between 100 and 10000),
  quantity int not null default 0,
  max int not null default 0,
  enabled boolean not null default true,
  settings_rev bigint not null default 0,
  -- The threshold that counts for the slot's machine: a share of its capacity, or pieces. Both are copied into each
  -- slot, so that low slots have an index; they are written again when a threshold or the machine's store changes.
  low_share int not null default 20,
  low_pieces int,
  -- The number of pieces at which the slot is low.
  low_level int not null
    generated always as
      (case when low_pieces is null then max * low_share / 100 else least(low_pieces, max) end) stored,
  -- When a person at the machine counted the pieces of the slot last, so that an older count that is sent later does
  -- not replace it.
  counted_at timestamptz(3),
  rev int not null default 1,
  primary key (tenant_id, device_id, channel_sn),
  foreign key (tenant_id, device_id) references device,
  foreign key (tenant_id, goods_id) references goods,
  constraint channel_quantity check (quantity between 0 and max),
  constraint channel_stock_of_goods check (quantity = 0 or goods_id is not null)
);
create index channel_goods on channel (tenant_id, goods_id) where goods_id is not null;
create index channel_low on channel (tenant_id, device_id)
  where goods_id is not null and enabled and max > 0 and quantity <= low_level;
call fence('channel', 'select, insert, update, delete');

-- The slots as the machine itself reports them.
create table slot_report (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  channel_sn int not null,
  quantity int not null,
  max int not null,
  state text not null constraint slot_report_state check (state in ('ok', 'off', 'fault')),
  fault text,
  at timestamptz(3) not null,
  -- Pieces that we have booked because the machine told us why, and that its next count will show.
  booked int not null default 0,
  primary key (tenant_id, device_id, channel_sn),
  foreign key (tenant_id, device_id) references device
);
call fence('slot_report', 'select, insert, update, delete');

-- What a slot held before: until `until`, since the row before; null where it held nothing. What it holds now is in the
-- slot itself. Sales come late, and are of the goods that were in the slot when they happened.
create table slot_past_goods (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  channel_sn int not null,
  until timestamptz(3) not null,
  goods_id bigint,
  primary key (tenant_id, device_id, channel_sn, until),
  foreign key (tenant_id, device_id) references device
);
create index slot_past_goods_age on slot_past_goods (tenant_id, until);
call fence('slot_past_goods', 'select, insert, delete');

-- Every change of stock, with who and why; never changed. Old lines are folded into one opening line for each slot and
-- its goods. It stays even where the changes cancel out, because a slot without a line has never been counted.
create table stock_move (
  tenant_id bigint not null references tenant,
  move_id bigint not null generated always as identity,
  device_id bigint not null,
  channel_sn int not null,
  goods_id bigint,
  reason text not null,
  before int not null,
  after int not null,
  at timestamptz(3) not null,
  account_id bigint,
  -- Empty: the machine itself.
  username text not null,
  command_id bigint,
  -- Which sale moved the stock. A correction that turned out to be a sale is taken back by a line with its number,
  -- which names the line of the correction, so that no other sale takes the same pieces back.
  orderno text,
  takes_back bigint,
  primary key (tenant_id, move_id),
  foreign key (tenant_id, device_id) references device,
  constraint stock_move_moved check (after <> before or reason = 'opening')
);
create index stock_move_history on stock_move (tenant_id, device_id, at desc, move_id desc);
create index stock_move_of_slot on stock_move (tenant_id, device_id, channel_sn, at desc, move_id desc);
create index stock_move_of_command on stock_move (tenant_id, command_id) where command_id is not null;
create index stock_move_age on stock_move (tenant_id, at) where reason <> 'opening';
create index stock_move_opening on stock_move (tenant_id, device_id, channel_sn) where reason = 'opening';
create index stock_move_of_bill on stock_move (tenant_id, orderno) where orderno is not null;
create index stock_move_taken_back on stock_move (tenant_id, takes_back) where takes_back is not null;
call fence('stock_move', 'select, insert, delete');

-- What an account has changed in slots, for as long as it can be undone. The arrays have an element for each slot:
-- where it is, and what it had before. A change without goods of its own is one of three: an edit of one machine's
-- slots, with the values in `edit`; an import, with given prices and sizes; or new list prices that slots took over,
-- with given prices alone.
create table slot_change (
  tenant_id bigint not null references tenant,
  change_id bigint not null generated always as identity,
  account_id bigint not null,
  goods_id bigint,
  -- The fields that were changed, with their new values; in `edits` slot by slot, where slots got different fields.
  edit jsonb not null,
  edits jsonb,
  device_ids bigint[] not null,
  channel_sns int[] not null,
  prices int[] not null,
  maxes int[] not null,
  enabled boolean[] not null,
  game_prices int[],
  rates int[],
  goods_ids bigint[],
  given_prices int[],
  given_maxes int[],
  -- The settings of one game price or rate for all slots of a machine that the change turned on over different values;
  -- its undo turns them off again.
  turned_on text[],
  at timestamptz(3) not null,
  undone_at timestamptz(3),
  primary key (tenant_id, change_id)
);
create index slot_change_newest on slot_change (tenant_id, account_id, goods_id, change_id desc);
create index slot_change_age on slot_change (tenant_id, at);
call fence('slot_change', 'select, insert, update, delete');

-- Slots from a sheet: what the author was shown, and what applying it does.
create table slot_import (
  tenant_id bigint not null references tenant,
  import_id bigint not null generated always as identity,
  account_id bigint not null,
  created_at timestamptz(3) not null,
  applied_at timestamptz(3),
  primary key (tenant_id, import_id)
);
create index slot_import_age on slot_import (tenant_id, created_at);
call fence('slot_import', 'select, insert, update, delete');

create table slot_import_row (
  tenant_id bigint not null references tenant,
  import_id bigint not null,
  row int not null,
  kind text not null constraint slot_import_row_kind check (kind in ('change', 'same', 'error')),
  sn text not null,
  title text not null,
  slot text not null,
  -- The slot, the version of it that the author saw, and what it is to have.
  device_id bigint,
  channel_sn int,
  rev int,
  goods_id bigint,
  price int,
  max int,
  other_goods boolean not null,
  pieces int not null,
  changes jsonb not null,
  errors jsonb not null,
  primary key (tenant_id, import_id, row),
  foreign key (tenant_id, import_id) references slot_import on delete cascade
);
create index slot_import_kind on slot_import_row (tenant_id, import_id, kind, row);
call fence('slot_import_row', 'select, insert, delete');
