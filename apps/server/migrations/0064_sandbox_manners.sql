-- How a sandbox misbehaves with what is asked for from now on. It is stored, so that the operator can tell the processes
-- of a running product.
create table sandbox_manners (
  sandbox text primary key constraint sandbox_manners_sandbox check (sandbox in ('payments', 'payouts')),
  manners jsonb not null
);
grant select, insert, update on sandbox_manners to slotwise_app;
