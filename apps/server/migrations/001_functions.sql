-- Tenancy. Every business row carries the merchant's tenant_id as the first column of each of its keys, so that the
-- schema can be spread over nodes by tenant. Row-level security is the second fence behind the queries' own
-- `where tenant_id = …`: the application's role owns nothing and bypasses nothing.

create function set_tenant(tenant bigint) returns void language plpgsql as $$
begin
  -- SET LOCAL and not set_config(): only the statement reaches every node of a spread database.
  execute format('set local app.tenant_id = %L', tenant);
end $$;

-- Fences a tenant table and opens it to the application: `what` are the rights it gets. A table that is made after the
-- database was spread over nodes is spread, too: by merchant, beside the merchants.
create procedure fence(name text, what text) language plpgsql as $$
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

-- Tables that grow without end are divided into months of UTC: a month can be archived whole, and a list reads few
-- months. The application makes the months it needs. It has no rights on a month itself, only on the whole table, and
-- row security holds on each month all the same. A month gets its numbers from the whole table, so it has no sequence
-- of its own.
create function add_month(parent text, day date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', day);
  month text := parent || to_char(first, '_YYYY_MM');
begin
  if parent not in ('audit', 'bill', 'bill_goods', 'ledger_line')
     or first not between '1970-01-01' and '2999-12-01' then
    raise exception 'no table by months: % %', parent, day;
  end if;
  -- Read from the table of tables: to_regclass may still answer by what was known before the lock.
  if exists (select from pg_class c where c.relname = month and c.relnamespace = 'public'::regnamespace) then
    return;
  end if;
  perform pg_advisory_xact_lock(7155302);
  if exists (select from pg_class c where c.relname = month and c.relnamespace = 'public'::regnamespace) then
    return;
  end if;
  -- Attaching a finished table does not wait for those who read and write the other months.
  execute format('create table %I (like %I including all excluding identity)', month, parent);
  execute format('alter table %I enable row level security', month);
  execute format('alter table %I force row level security', month);
  execute format(
    'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
     with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', month);
  execute format('create policy owner_reads on %I for select to current_user using (true)', month);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, month,
                 first::text || ' 00:00:00+00', (first + interval '1 month')::date::text || ' 00:00:00+00');
end $$;
revoke all on function add_month(text, date) from public;
grant execute on function add_month(text, date) to slotwise_app;

-- Work is put into the queue inside the transaction that causes it. The application may add work, nothing else.

-- Jobs with a smaller priority run first, so that a merchant's first job does not wait for another's third.
create function enqueue(task text, payload json, key text, queue text, priority int) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, queue_name => queue, job_key => key, max_attempts => 5,
    priority => priority)
$$;
revoke all on function enqueue(text, json, text, text, int) from public;
grant execute on function enqueue(text, json, text, text, int) to slotwise_app;

-- Work for a later moment. Asked for again under the same key, the moment asked for last counts.
create function enqueue_at(task text, payload json, key text, moment timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, job_key => key, run_at => moment, max_attempts => 25)
$$;
revoke all on function enqueue_at(text, json, text, timestamptz) from public;
grant execute on function enqueue_at(text, json, text, timestamptz) to slotwise_app;

-- Work that is asked for often and done once. Asked for again under the same key, the moment asked for first counts.
create function enqueue_once(task text, payload json, key text, moment timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, job_key => key, run_at => moment, max_attempts => 25,
    job_key_mode => 'preserve_run_at')
$$;
revoke all on function enqueue_once(text, json, text, timestamptz) from public;
grant execute on function enqueue_once(text, json, text, timestamptz) to slotwise_app;

-- Jobs that take places: a process runs only some of those that share a place at a time (`worker/places.ts`). Those
-- with a smaller urgency run first. Without a moment, they run now.
create function enqueue_placed(task text, payload json, key text, moment timestamptz, urgency int, places text[])
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, job_key => key, run_at => moment, max_attempts => 25,
    priority => urgency, flags => places)
$$;
revoke all on function enqueue_placed(text, json, text, timestamptz, int, text[]) from public;
grant execute on function enqueue_placed(text, json, text, timestamptz, int, text[]) to slotwise_app;
