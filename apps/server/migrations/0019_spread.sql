-- A table that is made after the database was spread over nodes is spread, too: by merchant, beside the merchants.

create or replace procedure fence(name text, what text) language plpgsql as $$
declare is_spread boolean := false;
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
     with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', name);
  execute format('grant %s on %I to slotwise_app', what, name);
  if exists (select from pg_extension where extname = 'citus') then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''tenant''::regclass)' into is_spread;
  end if;
  if is_spread then
    execute format('select create_distributed_table(%L, ''tenant_id'', colocate_with => ''tenant'')', name);
    grant usage on all sequences in schema public to slotwise_app;
  end if;
end $$;
