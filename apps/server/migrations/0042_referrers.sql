-- Referrers get a commission of what is sold in their region.
create table referrer (
  tenant_id bigint not null references tenant,
  referrer_id bigint not null generated always as identity,
  name text not null,
  number text not null,
  -- Numbers of stores; none means all sales of the merchant.
  region bigint[] not null default '{}',
  -- In hundredths of a percent.
  commission int not null constraint referrer_commission check (commission between 0 and 10000),
  rev int not null default 1,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, referrer_id)
);
create unique index referrer_number on referrer (tenant_id, number) where deleted_at is null;
call fence('referrer', 'select, insert, update');
