-- A case adds up all payments or refunds that a provider knows of an order, which may be more than an int holds.
alter table exception_case
  alter column amount type bigint, alter column their_paid type bigint, alter column their_refunded type bigint;
