-- Merchants choose roles by their names: two alike would be a trap.
create unique index role_name on role (tenant_id, lower(name)) where deleted_at is null;
create index role_listed on role (tenant_id, role_id desc) where deleted_at is null;
create index account_listed on account (tenant_id, account_id desc) where deleted_at is null and not is_main;
-- When somebody was here last.
create index session_login on session (tenant_id, account_id, created_at desc);

-- What the one who ordered a job could see then. Files of before stay with whoever sees everything.
alter table job add column rights jsonb not null
  default '{"access": "main", "scope": {"all": true}, "ownOnly": {"goods": false, "bank": false}}';
alter table job alter column rights drop default;
