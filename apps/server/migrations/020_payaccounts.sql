-- Accounts of merchants and agents at payment providers. A row is never deleted: orders, refunds and notices of
-- payments that were made with it need it, whether or not new orders use it.
create table pay_account (
  tenant_id bigint not null references tenant,
  pay_account_id bigint not null generated always as identity,
  provider text not null,
  -- The number of the account at its provider, and the application; neither changes.
  account_no text not null,
  app_id text not null,
  -- Its keys, sealed by the vault for this notice_key.
  sealed bytea not null,
  -- The end of the address to which the provider sends notices about this account.
  notice_key text not null,
  -- Whether new orders use it.
  enabled boolean not null,
  -- Counts changes of keys and of `enabled`.
  rev int not null,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  primary key (tenant_id, pay_account_id)
);
create unique index pay_account_enabled on pay_account (tenant_id, provider) where enabled;
call fence('pay_account', 'select, insert, update');

-- The same for an agent, used by all merchants with its code that have no account of their own.
create table agent_account (
  agent_account_id bigint primary key generated always as identity,
  agent text not null,
  provider text not null,
  account_no text not null,
  app_id text not null,
  -- No merchant's key seals it, but the operator's key of this name.
  master text not null,
  sealed bytea not null,
  notice_key text not null,
  enabled boolean not null,
  rev int not null,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
create unique index agent_account_enabled on agent_account (agent, provider) where enabled;
grant select, insert, update on agent_account to slotwise_app;

-- Which payment providers a merchant may use, where the operator has limited them; its agent's choice holds without a
-- row of its own, and all of the installation without either.
create table merchant_offer (
  tenant_id bigint primary key references tenant,
  clients text[] not null
);
call fence('merchant_offer', 'select, insert, update, delete');

create table agent_offer (
  agent text primary key,
  clients text[] not null
);
grant select, insert, update, delete on agent_offer to slotwise_app;

-- Accounts at payment providers that do not answer. They belong to merchants, to agents and to the platform; orders of
-- all merchants ask for them before they are taken.
create table provider_silence (
  -- An account and a kind of call: `alipay:open`, `alipay/m35-7:refund` (of merchant 35), `alipay/a3:follow` (of an agent).
  account text primary key,
  -- Calls in a row without an answer.
  calls int not null,
  since timestamptz(3) not null,
  -- Until when it is not asked; null while it still is.
  shut_until timestamptz(3)
);
grant select, insert, update, delete on provider_silence to slotwise_app;
