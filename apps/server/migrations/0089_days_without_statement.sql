-- A day with payments whose statement has not come is listed, too: a comparison without a source.
alter table statement_run alter column source drop not null;

-- Up to which day a merchant's days without a statement were noted. A merchant's days are looked at once.
create table statement_watch (
  tenant_id bigint not null references tenant,
  noted_to date not null,
  primary key (tenant_id)
);
call fence('statement_watch', 'select, insert, update');
