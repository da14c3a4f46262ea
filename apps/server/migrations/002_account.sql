-- Merchants, their accounts, and how these log in.

create sequence tenant_id_seq;
grant usage on sequence tenant_id_seq to slotwise_app;

create table tenant (
  tenant_id bigint primary key,
  mch_name text not null,
  country text not null constraint tenant_country check (country in ('CN', 'MY')),
  business text not null,
  -- The code of its reseller.
  agent text,
  -- Title, logos and copyright line that replace our own after login; set by the operator.
  custom jsonb,
  created_at timestamptz(3) not null,
  -- The accounts of the demo have public passwords, so they work only where the demo is on.
  demo boolean not null default false,
  -- What a payment costs this merchant, in hundredths of a percent; null: as configured for all.
  fee_rate int constraint tenant_fee_rate check (fee_rate between 0 and 10000)
);
call fence('tenant', 'select, insert, update');

-- Resellers, who brand the public screens.
create table agent (
  code text primary key,
  name text not null,
  logo text,
  copyright text
);
grant select, insert, update, delete on agent to slotwise_app;

-- What sub-accounts may do. A role belongs to `staff`, and stands here because accounts refer to it.
create table role (
  tenant_id bigint not null references tenant,
  role_id bigint not null generated always as identity,
  name text not null,
  note text not null,
  permission_ids int[] not null,
  goods_scope text not null default 'all' constraint role_goods_scope check (goods_scope in ('all', 'own')),
  bank_scope text not null default 'all' constraint role_bank_scope check (bank_scope in ('all', 'own')),
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, role_id)
);
-- Merchants choose roles by their names, so two must not be alike.
create unique index role_name on role (tenant_id, lower(name)) where deleted_at is null;
create index role_listed on role (tenant_id, role_id desc) where deleted_at is null;
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
  -- false: only what account_area, account_store and account_device name.
  all_device boolean not null default true,
  created_by bigint,
  -- A suspended account stays as it is and cannot log in until it is resumed.
  suspended_at timestamptz(3),
  -- When the person behind the account has proven the phone; null after the phone was changed.
  phone_verified_at timestamptz(3),
  -- A key by which a merchant's system makes calls is an account that cannot log in: its role and scope are read,
  -- checked and listed like those of a sub-account, and what it changes is audited under its name.
  is_key boolean not null default false,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, account_id),
  foreign key (tenant_id, role_id) references role,
  constraint account_has_role check (is_main or role_id is not null),
  constraint account_main_active check (not is_main or suspended_at is null),
  constraint account_key_no_person
    check (not is_key or (not is_main and password_hash = '' and operation_hash is null))
);
create unique index account_main on account (tenant_id) where is_main and deleted_at is null;
create index account_role on account (tenant_id, role_id);
create unique index account_username on account (tenant_id, username) where deleted_at is null;
create index account_listed on account (tenant_id, account_id desc) where deleted_at is null and not is_main;
call fence('account', 'select, insert, update');

-- Where a name leads: the one thing that must be unique over all merchants and readable before one is known.
create table login (
  username text primary key constraint login_username check (username = lower(username)),
  tenant_id bigint not null,
  account_id bigint not null
);
grant select, insert, delete on login to slotwise_app;

-- Proven phones of sub-accounts, by which they log in besides their names. Like login it is read before a merchant is
-- known. A phone may have several accounts; then it logs in to none of them.
create table phone_login (
  phone text not null,
  tenant_id bigint not null,
  account_id bigint not null,
  primary key (phone, tenant_id, account_id)
);
create index phone_login_account on phone_login (tenant_id, account_id);
grant select, insert, delete on phone_login to slotwise_app;

-- Open invitations of accounts without a password, at most one each. Only the hash of the code is stored.
create table invitation (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  code_hash bytea not null,
  -- Where it was sent: the phone is proven by using the code.
  phone text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, account_id),
  unique (tenant_id, code_hash),
  foreign key (tenant_id, account_id) references account
);
call fence('invitation', 'select, insert, update, delete');

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
-- When an account logged in last.
create index session_login on session (tenant_id, account_id, created_at desc);
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

-- Codes by text message, or made by the operator, before a caller is known. They hold no tenant's data.
create table sms_code (
  phone text not null,
  purpose text not null,
  code_hash bytea not null,
  sign_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (phone, purpose)
);
create unique index sms_code_sign on sms_code (sign_hash);
grant select, insert, update, delete on sms_code to slotwise_app;
