-- Lines of an import that resemble goods of the catalogue: what they resemble, what can become of them, and what is
-- chosen. `draft` and `changes` are those of an update, `add_draft` and `add_changes` those of adding goods.
alter table goods_import_row
  add column "like" jsonb,
  add column choice text constraint goods_import_row_choice check (choice in ('update', 'skip', 'add')),
  add column choices text[] not null default '{}',
  add column update_kind text constraint goods_import_row_update_kind check (update_kind in ('change', 'same')),
  add column add_draft jsonb,
  add column add_changes jsonb;
alter table goods_import_row drop constraint goods_import_row_kind_check;
alter table goods_import_row add constraint goods_import_row_kind_check
  check (kind in ('add', 'change', 'same', 'skip', 'error'));
grant update on goods_import_row to slotwise_app;

-- What an account has changed in several goods, for as long as it can be undone.
create table goods_change (
  tenant_id bigint not null references tenant,
  change_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null check (kind in ('edit', 'delete')),
  -- The fields that were changed, with their new values.
  edit jsonb not null,
  -- The goods and what each had before, in the fields that were changed.
  before jsonb not null,
  at timestamptz(3) not null,
  undone_at timestamptz(3),
  primary key (tenant_id, change_id)
);
create index goods_change_newest on goods_change (tenant_id, account_id, change_id desc);
create index goods_change_age on goods_change (tenant_id, at);
call fence('goods_change', 'select, insert, update, delete');

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
  kind text not null check (kind in ('change', 'same', 'error')),
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

-- A change that came from a sheet: it has no goods of its own, and each slot has values of its own.
alter table slot_change
  alter column goods_id drop not null,
  add column goods_ids bigint[],
  add column given_prices int[],
  add column given_maxes int[];
