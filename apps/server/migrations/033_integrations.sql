-- Keys by which systems of a merchant make calls. A key is an account that cannot log in (account.is_key).
create table api_key (
  tenant_id bigint not null references tenant,
  -- The account.
  key_id bigint not null,
  -- SHA-256 of the whole key. It has 256 random bits, so a plain hash is enough.
  secret_hash bytea not null,
  tail text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  -- Written every few minutes at most.
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (tenant_id, key_id),
  unique (tenant_id, secret_hash),
  foreign key (tenant_id, key_id) references account
);
create index api_key_active on api_key (tenant_id) where revoked_at is null;
call fence('api_key', 'select, insert, update');

-- Addresses of a merchant to which events are sent.
create table webhook (
  tenant_id bigint not null references tenant,
  webhook_id bigint not null generated always as identity,
  name text not null,
  url text not null,
  -- Signs what is sent; sealed.
  secret bytea,
  kinds text[] not null,
  enabled boolean not null default true,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- A process that sends keeps others away until then.
  busy_until timestamptz(3),
  -- After a failure, the whole address waits until then.
  next_at timestamptz(3),
  tries int not null default 0,
  failing_since timestamptz(3),
  -- When it was turned off because nothing could be delivered.
  given_up_at timestamptz(3),
  last_sent_at timestamptz(3),
  primary key (tenant_id, webhook_id)
);
create index webhook_present on webhook (tenant_id) where deleted_at is null;
call fence('webhook', 'select, insert, update, delete');

-- What happened, written in the transaction in which it happened. A worker gives events their numbers (`seq`), one
-- worker of a merchant at a time: numbers become visible in their order, so that a reader who asks for what comes after
-- a number misses nothing.
create table webhook_event (
  tenant_id bigint not null references tenant,
  event_id bigint not null generated always as identity,
  kind text not null,
  -- The order, refund or alert. A sale is told again when its bill is corrected: its machine reports late, its payment
  -- comes late, a refund is refused. `cause` names the event with its kind and subject, so that news that come twice
  -- are one event.
  subject text not null,
  cause text not null default 'first',
  device_id bigint not null,
  store_id bigint,
  -- What is known of a fault; sales and refunds are read when the event gets its number.
  facts jsonb,
  at timestamptz(3) not null,
  seq bigint,
  -- What is sent, as text, because its signature is over these bytes.
  body text,
  primary key (tenant_id, event_id),
  unique (tenant_id, kind, subject, cause)
);
create unique index webhook_event_seq on webhook_event (tenant_id, seq) where seq is not null;
create index webhook_event_new on webhook_event (tenant_id, event_id) where seq is null;
create index webhook_event_dated on webhook_event (tenant_id, at);
call fence('webhook_event', 'select, insert, update, delete');

-- The last number that was given. Its lock lets one worker give numbers at a time.
create table webhook_counter (
  tenant_id bigint not null references tenant,
  last_seq bigint not null,
  primary key (tenant_id)
);
call fence('webhook_counter', 'select, insert, update');

-- An event on its way to an address.
create table webhook_delivery (
  tenant_id bigint not null references tenant,
  webhook_id bigint not null,
  seq bigint not null,
  kind text not null,
  state text not null constraint webhook_delivery_state check (state in ('waiting', 'sent', 'dead')),
  tries int not null default 0,
  -- Of an event that was refused by itself: when it is tried again.
  next_at timestamptz(3),
  status int,
  why text,
  queued_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (tenant_id, webhook_id, seq)
);
create index webhook_delivery_listed on webhook_delivery (tenant_id, webhook_id, queued_at, seq);
-- The deliveries of an address in the order in which they are sent: those that were refused by themselves after the
-- others.
create index webhook_delivery_due on webhook_delivery (tenant_id, webhook_id, (next_at is not null), seq)
  where state = 'waiting';
call fence('webhook_delivery', 'select, insert, update, delete');
