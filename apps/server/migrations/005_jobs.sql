-- Long work as its owner sees it. The queue itself is the job runner's.
create table job (
  tenant_id bigint not null references tenant,
  job_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  input jsonb not null,
  -- What the account that ordered the job could see then.
  rights jsonb not null,
  locale text not null,
  state text not null default 'waiting'
    constraint job_state check (state in ('waiting', 'running', 'done', 'failed')),
  progress int not null default 0,
  total int,
  file_name text,
  blob_key text,
  -- The files of a merchant have a limit.
  file_bytes bigint,
  error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (tenant_id, job_id),
  foreign key (tenant_id, account_id) references account
);
create index job_owner on job (tenant_id, account_id, job_id desc);
create index job_age on job (tenant_id, created_at);
call fence('job', 'select, insert, update, delete');

create table file_link (
  tenant_id bigint not null references tenant,
  token_hash bytea not null,
  job_id bigint not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, job_id) references job on delete cascade
);
create index file_link_job on file_link (tenant_id, job_id);
call fence('file_link', 'select, insert, delete');
