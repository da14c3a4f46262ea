-- Whether the machine was sent the word that its order is paid, and when for the first time. Both are null while an order
-- is not paid, and for payments from before this was stored.
alter table pay_order
  add column is_paid_sent boolean,
  add column paid_sent_at timestamptz(3);
