-- When the connection of a machine was lost last, by its own word or by its silence.
alter table device_state add column lost_at timestamptz(3);

-- Of a paid order of which its machine says nothing: when its connection was lost, if it was lost since the payment. Nothing
-- is refunded by itself then, because the machine may have given the goods.
alter table pay_order add column line_lost_at timestamptz(3);

alter table exception_case add column lost_at timestamptz(3);
alter table exception_case drop constraint exception_case_kind, drop constraint exception_case_reason;
alter table exception_case
  add constraint exception_case_kind
    check (kind in ('paid_not_delivered', 'delivery_unknown', 'delivered_not_paid', 'refund_stuck', 'books_differ')),
  add constraint exception_case_reason check (reason in
    ('failed', 'unconfirmed', 'line_lost', 'no_order', 'twice', 'after_refund', 'unanswered', 'refused', 'missing_here',
     'missing_there', 'amount_differs', 'refund_differs'));
