-- Jobs with a smaller priority run first, so that a merchant's first job does not wait for another's third.
drop function enqueue(text, json, text, text);
create function enqueue(task text, payload json, key text, queue text, priority int) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, queue_name => queue, job_key => key, max_attempts => 5,
    priority => priority)
$$;
revoke all on function enqueue(text, json, text, text, int) from public;
grant execute on function enqueue(text, json, text, text, int) to slotwise_app;
