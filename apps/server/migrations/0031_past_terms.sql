-- What was agreed with the owner of a store before: it held on the days before `until`, since the row before. What holds
-- from the last of these days on is in the store itself.
create table store_past_terms (
  tenant_id bigint not null references tenant,
  store_id bigint not null,
  until date not null,
  coo_share int,
  coo_rent int,
  primary key (tenant_id, store_id, until),
  foreign key (tenant_id, store_id) references store
);
call fence('store_past_terms', 'select, insert, delete');
