-- Every machine that may connect, with or without a merchant: a machine logs in before its merchant is known.
create table machine (
  sn text primary key constraint machine_sn check (sn ~ '^\d{1,20}$'),
  type text not null,
  slots int not null constraint machine_slots check (slots > 0),
  -- As Mosquitto keeps passwords ($6$salt$hash), so that another broker can be given them.
  secret_hash text not null,
  -- The next secret, until the machine has come with it.
  next_secret_hash text,
  -- Of the QR code on the machine; good for one binding.
  bind_code_hash bytea,
  tenant_id bigint,
  device_id bigint,
  -- Settings are counted across merchants, so that a machine never takes new ones for old.
  settings_rev bigint not null default 0,
  -- A merchant who kept the secret of a machine must not be able to use it once the machine is another merchant's. So
  -- it is recorded since when the present secret exists, and the next one.
  secret_at timestamptz(3) not null,
  next_secret_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index machine_of_merchant on machine (tenant_id);
grant select, insert, update on machine to slotwise_app;

-- Which merchant had a machine when: a sale belongs to the merchant of its time, also when it is reported later.
create table machine_owner (
  sn text not null references machine,
  tenant_id bigint not null,
  device_id bigint not null,
  since timestamptz(3) not null,
  until timestamptz(3),
  primary key (tenant_id, device_id)
);
create index machine_owner_then on machine_owner (sn, since);
grant select, insert, update on machine_owner to slotwise_app;

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
