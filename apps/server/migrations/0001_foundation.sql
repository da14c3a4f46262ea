-- Tenancy. Every business row carries the merchant's tenant_id as the first column of each of its keys, so that the
-- schema can later be spread over nodes by tenant. Row-level security is the second fence behind the stores' own
-- `where tenant_id = …`: the application's role owns nothing and bypasses nothing.

create function set_tenant(tenant bigint) returns void language plpgsql as $$
begin
  -- SET LOCAL and not set_config(): only the statement reaches every node of a spread database.
  execute format('set local app.tenant_id = %L', tenant);
end $$;

-- Fences a tenant table and opens it to the application: `what` are the rights it gets.
create procedure fence(name text, what text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
     with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', name);
  execute format('grant %s on %I to slotwise_app', what, name);
end $$;

-- Merchants -----------------------------------------------------------------------------------------------------

create sequence tenant_id_seq;
grant usage on sequence tenant_id_seq to slotwise_app;

create table tenant (
  tenant_id bigint primary key,
  mch_name text not null,
  country text not null check (country in ('CN', 'MY')),
  business text not null,
  agent text,
  -- Title, logos and copyright line that replace our own after login; set by the operator.
  custom jsonb,
  created_at timestamptz(3) not null
);
call fence('tenant', 'select, insert, update');

create table role (
  tenant_id bigint not null references tenant,
  role_id bigint not null generated always as identity,
  name text not null,
  note text not null,
  permission_ids int[] not null,
  goods_scope text not null default 'all' check (goods_scope in ('all', 'own')),
  bank_scope text not null default 'all' check (bank_scope in ('all', 'own')),
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, role_id)
);
call fence('role', 'select, insert, update');

create table account (
  tenant_id bigint not null references tenant,
  account_id bigint not null generated always as identity,
  username text not null,
  nickname text not null,
  phone text not null default '',
  is_main boolean not null,
  password_hash text not null,
  operation_hash text,
  -- Too many wrong operation passwords in a day; the main account lifts it.
  operation_locked_at timestamptz(3),
  role_id bigint,
  -- false: only the stores and devices of account_store and account_device.
  all_device boolean not null default true,
  created_by bigint,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, account_id),
  foreign key (tenant_id, role_id) references role,
  check (is_main or role_id is not null)
);
create unique index account_main on account (tenant_id) where is_main and deleted_at is null;
create index account_role on account (tenant_id, role_id);
create unique index account_username on account (tenant_id, username) where deleted_at is null;
call fence('account', 'select, insert, update');

-- Where a name leads: the one thing that must be unique over all merchants and readable before one is known.
create table login (
  username text primary key check (username = lower(username)),
  tenant_id bigint not null,
  account_id bigint not null
);
grant select, insert, delete on login to slotwise_app;

create table session (
  tenant_id bigint not null references tenant,
  session_id bigint not null generated always as identity,
  account_id bigint not null,
  token_hash bytea not null,
  secret_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (tenant_id, session_id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references account
);
create index session_account on session (tenant_id, account_id) where ended_at is null;
create index session_age on session (tenant_id, expires_at);
call fence('session', 'select, insert, update, delete');

-- Authorizations for sensitive actions, given for the operation password and bound to one session.
create table operation_sign (
  tenant_id bigint not null references tenant,
  sign_hash bytea not null,
  session_id bigint not null,
  account_id bigint not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, sign_hash),
  foreign key (tenant_id, session_id) references session on delete cascade
);
create index operation_sign_session on operation_sign (tenant_id, session_id);
create index operation_sign_account on operation_sign (tenant_id, account_id);
create index operation_sign_age on operation_sign (tenant_id, expires_at);
call fence('operation_sign', 'select, insert, delete');

-- Before anybody is known: codes and counters. They hold no tenant's data.
create table sms_code (
  phone text not null,
  purpose text not null check (purpose in ('signup', 'reset', 'header')),
  code_hash bytea not null,
  sign_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (phone, purpose)
);
create unique index sms_code_sign on sms_code (sign_hash);
grant select, insert, update, delete on sms_code to slotwise_app;

create table limit_counter (
  key text primary key,
  count int not null,
  resets_at timestamptz(3) not null
);
create index limit_counter_age on limit_counter (resets_at);
grant select, insert, update, delete on limit_counter to slotwise_app;

-- Resellers, who brand the public screens.
create table agent (
  code text primary key,
  name text not null,
  logo text,
  copyright text
);
grant select, insert, update, delete on agent to slotwise_app;

-- The development inbox: what would have gone out as text messages. Empty where a provider is configured.
create table sms_inbox (
  inbox_id bigint primary key generated always as identity,
  phone text not null,
  purpose text not null,
  code text not null,
  sent_at timestamptz(3) not null
);
grant select, insert, delete on sms_inbox to slotwise_app;
