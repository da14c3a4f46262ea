-- The development inbox: what would have gone out as text messages. Empty where a provider is configured.
create table sms_inbox (
  inbox_id bigint primary key generated always as identity,
  phone text not null,
  purpose text not null,
  code text not null,
  sent_at timestamptz(3) not null
);
grant select, insert, delete on sms_inbox to slotwise_app;

-- The books of the sandbox, which stands for the payment providers where none is configured.
create table sandbox_payment (
  merchant_order text primary key,
  channel text not null,
  amount int not null,
  currency text not null,
  subject text not null,
  notify_to text not null,
  state text not null constraint sandbox_payment_state check (state in ('pending', 'paid', 'closed')),
  payer text,
  txn text,
  refunded int not null default 0 constraint sandbox_payment_refunded check (refunded between 0 and amount),
  -- How the sandbox is to misbehave with this payment, for tests and for people who try the product.
  manners jsonb not null default '{}',
  created_at timestamptz(3) not null,
  paid_at timestamptz(3)
);
create index sandbox_payment_age on sandbox_payment (created_at);
grant select, insert, update, delete on sandbox_payment to slotwise_app;

create table sandbox_refund (
  refund_no text primary key,
  merchant_order text not null references sandbox_payment on delete cascade,
  amount int not null,
  state text not null constraint sandbox_refund_state check (state in ('processing', 'success', 'rejected')),
  why text,
  created_at timestamptz(3) not null
);
create index sandbox_refund_of_payment on sandbox_refund (merchant_order);
-- The statements of the sandbox.
create index sandbox_refund_age on sandbox_refund (created_at);
grant select, insert, update, delete on sandbox_refund to slotwise_app;

-- The books of the sandbox, which stands for the bank where none is configured.
create table sandbox_payout (
  payout_no text primary key,
  amount bigint not null,
  currency text not null,
  -- A digest: the sandbox needs to recognise an account, not to know it.
  account bytea not null,
  state text not null constraint sandbox_payout_state check (state in ('processing', 'success', 'failed')),
  why text,
  created_at timestamptz(3) not null
);
grant select, insert, update, delete on sandbox_payout to slotwise_app;

-- How a sandbox misbehaves with what is asked for from now on. It is stored, so that the operator can tell the
-- processes of a running product.
create table sandbox_manners (
  sandbox text primary key constraint sandbox_manners_sandbox check (sandbox in ('payments', 'payouts')),
  manners jsonb not null
);
grant select, insert, update on sandbox_manners to slotwise_app;

-- Payouts that the operator transfers by hand. The number of the account stays with its card; the digest tells whether
-- the card still is the one that was approved when the payout was asked for.
create table hand_payout (
  payout_no text primary key,
  amount bigint not null,
  currency text not null,
  account bytea not null,
  state text not null constraint hand_payout_state check (state in ('processing', 'success', 'failed')),
  why text not null default '',
  created_at timestamptz(3) not null,
  done_at timestamptz(3)
);
create index hand_payout_waiting on hand_payout (created_at, payout_no) where state = 'processing';
create index hand_payout_done on hand_payout (done_at) where state <> 'processing';
grant select, insert, update, delete on hand_payout to slotwise_app;
