-- The statement of refunds: refunds are rare among the lines of an account, and may be months apart.
create index ledger_line_refund on ledger_line (tenant_id, at, posting, merchant_id)
  where account = 'funds' and split_part(posting, ' ', 2) = 'refund';
