create table goods (
  tenant_id bigint not null references tenant,
  goods_id bigint not null generated always as identity,
  title text not null,
  price int constraint goods_price check (price >= 2),
  min_price int constraint goods_min_price check (min_price >= 2),
  max_price int constraint goods_max_price check (max_price >= min_price),
  description text not null,
  code text not null,
  tags text[] not null,
  created_by bigint not null,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, goods_id),
  foreign key (tenant_id, created_by) references account,
  -- One price, or a span.
  constraint goods_span check ((min_price is null) = (max_price is null)),
  constraint goods_priced check (price is not null or min_price is not null),
  constraint goods_price_or_span check (price is null or min_price is null)
);
create index goods_listed on goods (tenant_id, goods_id desc) where deleted_at is null;
create index goods_by_title on goods (tenant_id, title, goods_id) where deleted_at is null;
create index goods_by_price on goods (tenant_id, coalesce(min_price, price), goods_id) where deleted_at is null;
create index goods_own on goods (tenant_id, created_by, goods_id desc) where deleted_at is null;
create index goods_tags on goods using gin (tags) where deleted_at is null;
call fence('goods', 'select, insert, update');

create table goods_image (
  tenant_id bigint not null references tenant,
  goods_id bigint not null,
  place smallint not null,
  image_id bigint not null,
  primary key (tenant_id, goods_id, place),
  foreign key (tenant_id, goods_id) references goods,
  foreign key (tenant_id, image_id) references image
);
create index goods_image_image on goods_image (tenant_id, image_id);
call fence('goods_image', 'select, insert, delete');

-- A sheet that was read and not yet, or just, applied; forgotten after a day.
create table goods_import (
  tenant_id bigint not null references tenant,
  import_id bigint not null generated always as identity,
  account_id bigint not null,
  -- Made by an account that sees only its own goods.
  own_only boolean not null,
  created_at timestamptz(3) not null,
  -- The job that was asked to apply it.
  job_id bigint,
  applied_at timestamptz(3),
  primary key (tenant_id, import_id),
  foreign key (tenant_id, account_id) references account
);
create index goods_import_age on goods_import (tenant_id, created_at);
call fence('goods_import', 'select, insert, update, delete');

create table goods_import_row (
  tenant_id bigint not null references tenant,
  import_id bigint not null,
  row int not null,
  kind text not null constraint goods_import_row_kind check (kind in ('add', 'change', 'same', 'skip', 'error')),
  title text not null,
  -- The goods to change, and the version of them that the reader saw.
  goods_id bigint,
  rev int,
  draft jsonb,
  changes jsonb not null,
  errors jsonb not null,
  -- Of a line that resembles goods of the catalogue: what it resembles, what can become of it, and what is chosen.
  -- `draft` and `changes` are those of an update, `add_draft` and `add_changes` those of adding goods.
  "like" jsonb,
  choice text constraint goods_import_row_choice check (choice in ('update', 'skip', 'add')),
  choices text[] not null default '{}',
  update_kind text constraint goods_import_row_update_kind check (update_kind in ('change', 'same')),
  add_draft jsonb,
  add_changes jsonb,
  primary key (tenant_id, import_id, row),
  foreign key (tenant_id, import_id) references goods_import on delete cascade
);
create index goods_import_kind on goods_import_row (tenant_id, import_id, kind, row);
call fence('goods_import_row', 'select, insert, update, delete');

-- What an account has changed in several goods, for as long as it can be undone.
create table goods_change (
  tenant_id bigint not null references tenant,
  change_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null constraint goods_change_kind check (kind in ('edit', 'delete', 'import')),
  -- The fields that were changed, with their new values.
  edit jsonb not null,
  -- The goods and what each had before, in the fields that were changed; of an import, also what each was given.
  before jsonb not null,
  at timestamptz(3) not null,
  undone_at timestamptz(3),
  primary key (tenant_id, change_id)
);
create index goods_change_newest on goods_change (tenant_id, account_id, change_id desc);
create index goods_change_age on goods_change (tenant_id, at);
call fence('goods_change', 'select, insert, update, delete');
