-- What held of a referrer before: on the days before `until`, since the row before. What holds from the last of these days
-- on is in the referrer itself. No commission: the referrer was deleted on these days.
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
