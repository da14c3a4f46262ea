-- Jobs that take places: a process runs only some of those that share a place at a time (`worker/places.ts`). Those with
-- a smaller urgency run first. Without a moment, they run now.
create function enqueue_placed(task text, payload json, key text, moment timestamptz, urgency int, places text[])
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task, payload, job_key => key, run_at => moment, max_attempts => 25,
    priority => urgency, flags => places)
$$;
revoke all on function enqueue_placed(text, json, text, timestamptz, int, text[]) from public;
grant execute on function enqueue_placed(text, json, text, timestamptz, int, text[]) to slotwise_app;

-- Accounts at payment providers that do not answer. They belong to merchants, to agents and to the platform; orders of
-- all merchants ask for them before they are taken.
create table provider_silence (
  -- Such as `alipay`, `alipay/m35-7` (an account of merchant 35) and `alipay/a3` (of an agent).
  account text primary key,
  -- Calls in a row without an answer.
  calls int not null,
  since timestamptz(3) not null,
  -- Until when it is not asked; null while it still is.
  shut_until timestamptz(3)
);
grant select, insert, update, delete on provider_silence to slotwise_app;

-- Orders that wait for their QR code.
create index pay_order_unopened on pay_order (tenant_id, create_at) where state = 'pending' and qr is null;
