-- The audit is divided into months of UTC, as sales are: a month can be archived whole, and a list reads few months.

-- A month gets its numbers from the whole table, so the month has no sequence of its own.
create or replace function add_month(parent text, day date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', day);
  month text := parent || to_char(first, '_YYYY_MM');
begin
  if parent not in ('audit', 'bill', 'bill_goods', 'ledger_line') or first not between '1970-01-01' and '2999-12-01' then
    raise exception 'no table by months: % %', parent, day;
  end if;
  -- Read from the table of tables: to_regclass may still answer by what was known before the lock.
  if exists (select from pg_class c where c.relname = month and c.relnamespace = 'public'::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(7155302);
  if exists (select from pg_class c where c.relname = month and c.relnamespace = 'public'::regnamespace) then return; end if;
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

alter table audit rename to whole_audit;
alter index audit_pkey rename to whole_audit_pkey;
alter sequence audit_audit_id_seq rename to whole_audit_audit_id_seq;

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
call fence('audit', 'select, insert');

-- Copies all rows. A forced fence would hide them from the owner of the tables, and refuse them in the new table.
alter table whole_audit no force row level security;
alter table audit no force row level security;
-- The present month and the next two serve processes of the version before, which make no months of the audit.
-- They are read before the first one is made, as a spread database demands.
do $$
declare
  months date[] := array(
    select date_trunc('month', at at time zone 'UTC')::date from whole_audit
    union
    select (date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date
      from generate_series(0, 2) ahead
     where exists (select from whole_audit));
  month date;
begin
  foreach month in array months loop
    perform add_month('audit', month);
  end loop;
end $$;
insert into audit overriding system value
select tenant_id, audit_id, at, account_id, username, address, request_id, call, object, object_id, before, after
  from whole_audit;
alter table audit force row level security;
select setval('audit_audit_id_seq', last_value, is_called) from whole_audit_audit_id_seq;
drop table whole_audit;

-- What the owner filters the audit by, each in the order in which it is shown.
create index audit_time on audit (tenant_id, at desc, audit_id desc);
create index audit_account on audit (tenant_id, account_id, at desc, audit_id desc);
create index audit_call on audit (tenant_id, call, at desc, audit_id desc);
create index audit_kind on audit (tenant_id, object, at desc, audit_id desc);
create index audit_object on audit (tenant_id, object, object_id, at desc, audit_id desc);
