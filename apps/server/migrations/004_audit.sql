-- Who did what. Rows are only ever added.
create table audit (
  tenant_id bigint not null references tenant,
  audit_id bigint not null generated always as identity,
  at timestamptz(3) not null,
  account_id bigint,
  username text not null,
  address text not null,
  request_id text not null,
  call text not null,
  object text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  -- By number first, because seals name rows by their numbers.
  primary key (tenant_id, audit_id, at)
) partition by range (at);
-- What the owner filters the audit by, each in the order in which it is shown.
create index audit_time on audit (tenant_id, at desc, audit_id desc);
create index audit_account on audit (tenant_id, account_id, at desc, audit_id desc);
create index audit_call on audit (tenant_id, call, at desc, audit_id desc);
create index audit_kind on audit (tenant_id, object, at desc, audit_id desc);
create index audit_object on audit (tenant_id, object, object_id, at desc, audit_id desc);
call fence('audit', 'select, insert');

-- The audit in a chain. A seal lists its rows by number, because numbers are given before commit: a lower one may
-- appear after a higher one was sealed. row_hashes holds 32 bytes a row, in the order of audit_ids; hash covers them
-- and the hash of the seal before.
create table audit_seal (
  tenant_id bigint not null references tenant,
  seal_id int not null,
  audit_ids bigint[] not null,
  row_hashes bytea not null,
  hash bytea not null,
  sealed_at timestamptz(3) not null,
  primary key (tenant_id, seal_id)
);
create index audit_seal_time on audit_seal (tenant_id, sealed_at);
call fence('audit_seal', 'select, insert');
