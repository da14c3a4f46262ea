-- Payouts that the operator transfers by hand. The number of the account stays with its card; the digest tells whether the
-- card still is the one that was approved when the payout was asked for.
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
