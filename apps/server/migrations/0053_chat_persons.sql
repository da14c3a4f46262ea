-- People who are told by the operator's account in a chat app (WeChat, Telegram), to which they bind by a QR code.

-- The digest of what the app calls the person, and since when the person wants no messages.
alter table receiver add column person bytea;
alter table receiver add column stopped_at timestamptz(3);
create unique index receiver_person on receiver (tenant_id, person)
  where deleted_at is null and person is not null;

-- The channel that a code is for, and in which language and with links to which address its receiver is told.
alter table receiver_bind add column channel text not null default 'inbox';
alter table receiver_bind add column locale text not null default 'zh-CN';
alter table receiver_bind add column site text not null default '';
-- The receiver that came of a code of a chat app.
alter table receiver_bind add column notify_id bigint;

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
  constraint chat_person_pkey primary key (person, tenant_id)
);
create index chat_person_tenant on chat_person (tenant_id);
grant select, insert, update, delete on chat_person to slotwise_app;
