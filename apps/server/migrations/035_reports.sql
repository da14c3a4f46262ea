-- Reports that come by themselves. `content`: what is ordered each time, without days. `next_on`: the merchant's day on
-- which the next one is made; it moves in the transaction that orders a report, so that no report is ordered twice.
create table report_plan (
  tenant_id bigint not null references tenant,
  plan_id bigint not null generated always as identity,
  account_id bigint not null,
  name text not null,
  rhythm text not null constraint report_plan_rhythm check (rhythm in ('day', 'week', 'month')),
  content jsonb not null,
  next_on date not null,
  rev int not null default 1,
  created_at timestamptz(3) not null,
  primary key (tenant_id, plan_id),
  foreign key (tenant_id, account_id) references account
);
create index report_plan_of_account on report_plan (tenant_id, account_id, plan_id desc);
create index report_plan_due on report_plan (tenant_id, next_on);
call fence('report_plan', 'select, insert, update, delete');
