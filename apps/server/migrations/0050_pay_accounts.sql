-- Accounts of merchants and agents at payment providers. A row is never deleted: orders, refunds and notices of payments
-- that were made with it need it, whether or not new orders use it.
create table pay_account (
  tenant_id bigint not null references tenant,
  pay_account_id bigint not null generated always as identity,
  provider text not null constraint pay_account_provider check (provider in ('wechat', 'alipay', 'gkash')),
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
  provider text not null constraint agent_account_provider check (provider in ('wechat', 'alipay', 'gkash')),
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

-- The account that an order was made with; neither: the platform's.
alter table pay_order add column pay_account_id bigint, add column agent_account_id bigint;
alter table pay_order add constraint pay_order_account
  foreign key (tenant_id, pay_account_id) references pay_account not valid;
alter table pay_order add constraint pay_order_one_account
  check (pay_account_id is null or agent_account_id is null) not valid;

-- What a merchant's or agent's own provider account receives is booked beside the funds:
--   paid       own +T       direct -T
--   refund     own -R       direct +R
alter table ledger_line drop constraint ledger_line_account;
alter table ledger_line add constraint ledger_line_account
  check (account in ('provider', 'funds', 'fee', 'settling', 'bank', 'own', 'direct')) not valid;
