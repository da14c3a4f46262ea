-- A picture's file is named by its contents; many rows may share one.
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
