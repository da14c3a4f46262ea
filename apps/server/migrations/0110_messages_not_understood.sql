-- Sales of machines that could not be booked as they came, kept whole until a person books or discards them.
alter table exception_case
  drop constraint exception_case_kind,
  drop constraint exception_case_reason,
  -- Null where the message does not say how the customer paid.
  alter column client drop not null,
  -- The message: its own name and time, what was wrong with it, and the message itself as it came.
  add column mid text,
  add column sent_ts bigint,
  add column field text,
  add column slip text,
  add column payload bytea,
  -- Whether `since` may be wrong, because the machine's time could not be believed.
  add column doubtful boolean;
alter table exception_case
  add constraint exception_case_kind
    check (kind in ('paid_not_delivered', 'delivery_unknown', 'delivered_not_paid', 'refund_stuck', 'books_differ', 'sale_unclear')),
  add constraint exception_case_reason check (reason in
    ('failed', 'unconfirmed', 'line_lost', 'no_order', 'twice', 'after_refund', 'unanswered', 'refused', 'missing_here',
     'missing_there', 'amount_differs', 'refund_differs', 'unreadable', 'wrong_field', 'used_name', 'last_will',
     'no_merchant'));
-- A message that is sent again finds its case, also after that has ended.
create unique index exception_case_message on exception_case (tenant_id, subject) where kind = 'sale_unclear';
create index exception_case_unclear on exception_case (tenant_id, device_id)
  where kind = 'sale_unclear' and closed_at is null and done_at is null;

-- How often a machine sent a field that was not as the protocol says, and what became of these messages.
create table message_slip (
  tenant_id bigint not null references tenant,
  device_id bigint not null,
  name text not null,
  -- A path without the numbers of lines, so that a machine has few rows.
  field text not null,
  reason text not null,
  outcome text not null constraint message_slip_outcome check (outcome in ('taken', 'kept', 'refused')),
  count bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  last_mid text not null,
  primary key (tenant_id, device_id, name, field, reason, outcome)
);
create index message_slip_age on message_slip (tenant_id, last_at);
call fence('message_slip', 'select, insert, update, delete');

-- Sales of machines that no merchant had at their time nor has now, kept whole for the operator.
create table stray_sale (
  stray_id bigint primary key generated always as identity,
  sn text not null,
  -- Recognises the message when it is sent again.
  digest bytea not null,
  mid text not null,
  sent_ts bigint,
  received_at timestamptz(3) not null,
  payload bytea,
  -- When the operator discarded it or gave it to a merchant, and why.
  ended_at timestamptz(3),
  note text not null default ''
);
create unique index stray_sale_once on stray_sale (sn, digest);
create index stray_sale_open on stray_sale (sn) where ended_at is null;
grant select, insert, update, delete on stray_sale to slotwise_app;
