-- Filters of lists under a name: an account's own, or shared with the staff of the merchant.
create table list_view (
  tenant_id bigint not null references tenant,
  view_id bigint not null generated always as identity,
  account_id bigint not null,
  list text not null,
  name text not null,
  -- The parameters of the address, each with its values.
  filter jsonb not null,
  shared boolean not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, view_id)
);
-- A name once in each list of an account; also finds an account's views.
create unique index list_view_name on list_view (tenant_id, account_id, list, name);
create index list_view_shared on list_view (tenant_id, list) where shared;
call fence('list_view', 'select, insert, update, delete');
