-- Pictures and goods. A picture's file is named by its contents; many rows may share one.
create table image (
  tenant_id bigint not null references tenant,
  image_id bigint not null generated always as identity,
  name text not null,
  file text not null,
  width int not null,
  height int not null,
  bytes int not null,
  created_by bigint not null,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, image_id),
  foreign key (tenant_id, created_by) references account
);
create index image_listed on image (tenant_id, image_id desc) where deleted_at is null;
create index image_own on image (tenant_id, created_by, image_id desc) where deleted_at is null;
create index image_deleted on image (tenant_id, deleted_at) where deleted_at is not null;
create index image_file on image (tenant_id, file);
call fence('image', 'select, insert, update, delete');

-- Files that were uploaded and have no name yet; forgotten after a day.
create table upload (
  tenant_id bigint not null references tenant,
  file text not null,
  account_id bigint not null,
  width int not null,
  height int not null,
  bytes int not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, file, account_id),
  foreign key (tenant_id, account_id) references account
);
create index upload_age on upload (tenant_id, created_at);
call fence('upload', 'select, insert, update, delete');

create table goods (
  tenant_id bigint not null references tenant,
  goods_id bigint not null generated always as identity,
  title text not null,
  price int check (price >= 2),
  min_price int check (min_price >= 2),
  max_price int check (max_price >= min_price),
  description text not null,
  code text not null,
  tags text[] not null,
  -- Pieces, counted by the sales themselves.
  sold bigint not null default 0,
  created_by bigint not null,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, goods_id),
  foreign key (tenant_id, created_by) references account,
  check ((min_price is null) = (max_price is null)),
  check (price is not null or min_price is not null)
);
create index goods_listed on goods (tenant_id, goods_id desc) where deleted_at is null;
create index goods_by_title on goods (tenant_id, title, goods_id) where deleted_at is null;
create index goods_by_price on goods (tenant_id, coalesce(min_price, price), goods_id) where deleted_at is null;
create index goods_by_sales on goods (tenant_id, sold desc, goods_id) where deleted_at is null;
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

-- What lies in which slot. Stock, prices and settings of slots come with the machines.
create table channel (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  channel_sn int not null check (channel_sn > 0),
  goods_id bigint,
  primary key (tenant_id, device_id, channel_sn),
  foreign key (tenant_id, device_id) references device,
  foreign key (tenant_id, goods_id) references goods
);
create index channel_goods on channel (tenant_id, goods_id) where goods_id is not null;
call fence('channel', 'select, insert, update, delete');

-- A sheet that was read and not yet, or just, applied; forgotten after a day.
create table goods_import (
  tenant_id bigint not null references tenant,
  import_id bigint not null generated always as identity,
  account_id bigint not null,
  -- Made by somebody who saw only his own goods.
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
  kind text not null check (kind in ('add', 'change', 'same', 'error')),
  title text not null,
  -- The goods to change, and the version of them that the reader saw.
  goods_id bigint,
  rev int,
  draft jsonb,
  changes jsonb not null,
  errors jsonb not null,
  primary key (tenant_id, import_id, row),
  foreign key (tenant_id, import_id) references goods_import on delete cascade
);
create index goods_import_kind on goods_import_row (tenant_id, import_id, kind, row);
call fence('goods_import_row', 'select, insert, delete');
