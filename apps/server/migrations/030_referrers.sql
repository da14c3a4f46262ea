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

-- What held of a referrer before: on the days before `until`, since the row before. What holds from the last of these
-- days on is in the referrer itself. No commission: the referrer was deleted on these days.
create table referrer_past_terms (
  tenant_id bigint not null references tenant,
  referrer_id bigint not null,
  until date not null,
  region bigint[] not null,
  commission int,
  primary key (tenant_id, referrer_id, until),
  foreign key (tenant_id, referrer_id) references referrer
);
call fence('referrer_past_terms', 'select, insert');
