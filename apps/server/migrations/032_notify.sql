-- Who is told of what, and the notices on their way.
create table receiver (
  tenant_id bigint not null references tenant,
  notify_id bigint not null generated always as identity,
  channel text not null,
  -- The account of an inbox; what another channel calls the receiver is sealed in `address`.
  account_id bigint,
  address bytea,
  -- Of a person who is told by the operator's account in a chat app (WeChat, Telegram): the digest of what the app
  -- calls the person, and since when the person wants no messages.
  person bytea,
  stopped_at timestamptz(3),
  name text not null default '',
  notice boolean not null default true,
  not_disture boolean not null default false,
  start_notify text not null default '22:00',
  end_notify text not null default '08:00',
  kinds text[] not null,
  all_device boolean not null default true,
  stores bigint[] not null default '{}',
  remarks text not null default '',
  created_at timestamptz(3) not null,
  last_sent_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (tenant_id, notify_id)
);
create unique index receiver_inbox on receiver (tenant_id, account_id)
  where deleted_at is null and account_id is not null;
create unique index receiver_person on receiver (tenant_id, person)
  where deleted_at is null and person is not null;
call fence('receiver', 'select, insert, update, delete');

-- A QR code that makes a receiver, once. Only a digest of its scene is stored.
create table receiver_bind (
  tenant_id bigint not null references tenant,
  scene bytea not null,
  account_id bigint not null,
  -- The channel that a code is for, and in which language and with links to which address its receiver is told.
  channel text not null default 'inbox',
  locale text not null default 'zh-CN',
  site text not null default '',
  expires_at timestamptz(3) not null,
  -- The account that became a receiver by it, or the receiver that came of a code of a chat app.
  used_by bigint,
  notify_id bigint,
  primary key (tenant_id, scene)
);
call fence('receiver_bind', 'select, insert, update, delete');

-- What happened and is told: written in the transaction in which it happened, read by the job that makes notices.
create table notice_event (
  tenant_id bigint not null references tenant,
  event_id bigint not null generated always as identity,
  kind text not null,
  phase text not null constraint notice_event_phase check (phase in ('begin', 'end')),
  -- Of an alert or a refund; with `kind` and `phase` it names the event once.
  subject bigint not null,
  device_id bigint not null,
  store_id bigint,
  orderno text,
  amount int,
  low int not null default 0,
  faults text[] not null default '{}',
  at timestamptz(3) not null,
  -- When the notices of all receivers had been made.
  told_at timestamptz(3),
  primary key (tenant_id, event_id)
);
create unique index notice_event_once on notice_event (tenant_id, kind, phase, subject);
create index notice_event_dated on notice_event (tenant_id, at);
create index notice_event_new on notice_event (tenant_id, event_id) where told_at is null;
call fence('notice_event', 'select, insert, update, delete');

create table notice (
  tenant_id bigint not null references tenant,
  notice_id bigint not null generated always as identity,
  notify_id bigint not null,
  state text not null constraint notice_state check (state in ('held', 'waiting', 'sent', 'dead')),
  is_summary boolean not null default false,
  is_test boolean not null default false,
  tries int not null default 0,
  next_at timestamptz(3),
  sent_at timestamptz(3),
  why text not null default '',
  created_at timestamptz(3) not null,
  primary key (tenant_id, notice_id),
  foreign key (tenant_id, notify_id) references receiver
);
create index notice_listed on notice (tenant_id, created_at, notice_id);
-- Notices whose job was lost are found by the time of their next try.
create index notice_open on notice (tenant_id, next_at) where state in ('held', 'waiting');
create index notice_dead on notice (tenant_id, notify_id, created_at) where state = 'dead';
-- One notice collects what happens during the quiet hours of a receiver.
create unique index notice_held on notice (tenant_id, notify_id) where state = 'held';
call fence('notice', 'select, insert, update, delete');

-- Each event is in exactly one notice of a receiver.
create table notice_item (
  tenant_id bigint not null references tenant,
  notify_id bigint not null,
  event_id bigint not null,
  notice_id bigint not null,
  primary key (tenant_id, notify_id, event_id),
  foreign key (tenant_id, notice_id) references notice,
  foreign key (tenant_id, event_id) references notice_event
);
create index notice_item_of on notice_item (tenant_id, notice_id);
call fence('notice_item', 'select, insert, update, delete');

-- The console's own inbox: a message for each notice that was sent there.
create table inbox_message (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  notice_id bigint not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (tenant_id, account_id, notice_id)
);
create index inbox_message_listed on inbox_message (tenant_id, account_id, created_at, notice_id);
create index inbox_message_unread on inbox_message (tenant_id, account_id) where read_at is null;
call fence('inbox_message', 'select, insert, update, delete');

-- Browsers that show messages while the console is closed. Address and keys are sealed; the digest finds them.
create table push_subscription (
  tenant_id bigint not null references tenant,
  push_id bigint not null generated always as identity,
  account_id bigint not null,
  -- The session in which the browser agreed last. Its messages end with it.
  session_id bigint not null,
  endpoint_digest bytea not null,
  sealed bytea not null,
  -- The language of the console in that browser.
  locale text not null,
  created_at timestamptz(3) not null,
  -- Since when no message was taken.
  failing_since timestamptz(3),
  primary key (tenant_id, push_id),
  unique (tenant_id, endpoint_digest)
);
create index push_subscription_account on push_subscription (tenant_id, account_id);
call fence('push_subscription', 'select, insert, update, delete');

-- The merchant in whose console a browser agreed last. A browser is used for one merchant at a time.
create table push_endpoint (
  endpoint_digest bytea primary key,
  tenant_id bigint not null
);
create index push_endpoint_tenant on push_endpoint (tenant_id);
grant select, insert, update, delete on push_endpoint to slotwise_app;

-- Messages on their way to a browser. A row is deleted when its message was taken, or is given up.
create table push_message (
  tenant_id bigint not null references tenant,
  push_id bigint not null,
  notice_id bigint not null,
  tries int not null default 0,
  next_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, push_id, notice_id),
  foreign key (tenant_id, push_id) references push_subscription on delete cascade
);
create index push_message_due on push_message (tenant_id, next_at);
call fence('push_message', 'select, insert, update, delete');

-- Events of chat apps that took effect at a merchant, each once: apps repeat what was not answered in time.
create table chat_event (
  tenant_id bigint not null references tenant,
  event_digest bytea not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, event_digest)
);
create index chat_event_dated on chat_event (tenant_id, created_at);
call fence('chat_event', 'select, insert, delete');

-- The merchants at which a person is a receiver: a person who leaves the app's account names none.
create table chat_person (
  person bytea not null,
  tenant_id bigint not null,
  primary key (person, tenant_id)
);
create index chat_person_tenant on chat_person (tenant_id);
grant select, insert, update, delete on chat_person to slotwise_app;
