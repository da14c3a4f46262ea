-- Generated from the migrations by `npm run gen`. Do not edit; write a migration instead.
-- fenced by tenant; the application may insert, select, update
create table account (
  tenant_id bigint not null,
  account_id bigint not null generated always as identity,
  username text not null,
  nickname text not null,
  phone text not null default ''::text,
  is_main boolean not null,
  password_hash text not null,
  operation_hash text,
  operation_locked_at timestamp(3) with time zone,
  role_id bigint,
  all_device boolean not null default true,
  created_by bigint,
  suspended_at timestamp(3) with time zone,
  phone_verified_at timestamp(3) with time zone,
  is_key boolean not null default false,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, role_id) REFERENCES role(tenant_id, role_id),
  CHECK (((NOT is_key) OR ((NOT is_main) AND (password_hash = ''::text) AND (operation_hash IS NULL)))),
  CHECK (((NOT is_main) OR (suspended_at IS NULL))),
  CHECK ((is_main OR (role_id IS NOT NULL)))
);
CREATE INDEX account_listed ON public.account USING btree (tenant_id, account_id DESC) WHERE ((deleted_at IS NULL) AND (NOT is_main));
CREATE INDEX account_role ON public.account USING btree (tenant_id, role_id);
CREATE UNIQUE INDEX account_main ON public.account USING btree (tenant_id) WHERE (is_main AND (deleted_at IS NULL));
CREATE UNIQUE INDEX account_username ON public.account USING btree (tenant_id, username) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may delete, insert, select
create table account_area (
  tenant_id bigint not null,
  account_id bigint not null,
  area_id bigint not null,
  PRIMARY KEY (tenant_id, account_id, area_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id),
  FOREIGN KEY (tenant_id, area_id) REFERENCES area(tenant_id, area_id)
);
CREATE INDEX account_area_area ON public.account_area USING btree (tenant_id, area_id);

-- fenced by tenant; the application may delete, insert, select
create table account_device (
  tenant_id bigint not null,
  account_id bigint not null,
  device_id bigint not null,
  PRIMARY KEY (tenant_id, account_id, device_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX account_device_device ON public.account_device USING btree (tenant_id, device_id);

-- fenced by tenant; the application may delete, insert, select
create table account_store (
  tenant_id bigint not null,
  account_id bigint not null,
  store_id bigint not null,
  PRIMARY KEY (tenant_id, account_id, store_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES store(tenant_id, store_id)
);
CREATE INDEX account_store_store ON public.account_store USING btree (tenant_id, store_id);

-- global; the application may delete, insert, select, update
create table agent (
  code text not null,
  name text not null,
  logo text,
  copyright text,
  PRIMARY KEY (code)
);

-- global; the application may insert, select, update
create table agent_account (
  agent_account_id bigint not null generated always as identity,
  agent text not null,
  provider text not null,
  account_no text not null,
  app_id text not null,
  master text not null,
  sealed bytea not null,
  notice_key text not null,
  enabled boolean not null,
  rev integer not null,
  created_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  PRIMARY KEY (agent_account_id)
);
CREATE UNIQUE INDEX agent_account_enabled ON public.agent_account USING btree (agent, provider) WHERE enabled;

-- global; the application may delete, insert, select, update
create table agent_offer (
  agent text not null,
  clients text[] not null,
  PRIMARY KEY (agent)
);

-- fenced by tenant; the application may delete, insert, select, update
create table alert (
  tenant_id bigint not null,
  alert_id bigint not null generated always as identity,
  device_id bigint not null,
  kind text not null,
  opened_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  clear_since timestamp(3) with time zone,
  taker bigint,
  taken_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  remarks text not null default ''::text,
  PRIMARY KEY (tenant_id, alert_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id),
  CHECK ((kind = ANY (ARRAY['offline'::text, 'low_stock'::text, 'abnormal'::text])))
);
CREATE INDEX alert_closed ON public.alert USING btree (tenant_id, closed_at, alert_id) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX alert_open ON public.alert USING btree (tenant_id, device_id, kind) WHERE (closed_at IS NULL);

-- fenced by tenant; the application may insert, select, update
create table alert_look (
  tenant_id bigint not null,
  looked_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may insert, select, update
create table api_key (
  tenant_id bigint not null,
  key_id bigint not null,
  secret_hash bytea not null,
  tail text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, key_id),
  UNIQUE (tenant_id, secret_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, key_id) REFERENCES account(tenant_id, account_id)
);
CREATE INDEX api_key_active ON public.api_key USING btree (tenant_id) WHERE (revoked_at IS NULL);

-- fenced by tenant; the application may insert, select, update
create table area (
  tenant_id bigint not null,
  area_id bigint not null generated always as identity,
  area_name text not null,
  phone text not null,
  area_address text not null,
  remarks text not null,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, area_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX area_listed ON public.area USING btree (tenant_id, area_id DESC) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may insert, select
create table audit (
  tenant_id bigint not null,
  audit_id bigint not null generated always as identity,
  at timestamp(3) with time zone not null,
  account_id bigint,
  username text not null,
  address text not null,
  request_id text not null,
  call text not null,
  object text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  PRIMARY KEY (tenant_id, audit_id, at),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX audit_account ON ONLY public.audit USING btree (tenant_id, account_id, at DESC, audit_id DESC);
CREATE INDEX audit_call ON ONLY public.audit USING btree (tenant_id, call, at DESC, audit_id DESC);
CREATE INDEX audit_kind ON ONLY public.audit USING btree (tenant_id, object, at DESC, audit_id DESC);
CREATE INDEX audit_object ON ONLY public.audit USING btree (tenant_id, object, object_id, at DESC, audit_id DESC);
CREATE INDEX audit_time ON ONLY public.audit USING btree (tenant_id, at DESC, audit_id DESC);

-- fenced by tenant; the application may insert, select
create table audit_seal (
  tenant_id bigint not null,
  seal_id integer not null,
  audit_ids bigint[] not null,
  row_hashes bytea not null,
  hash bytea not null,
  sealed_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, seal_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX audit_seal_time ON public.audit_seal USING btree (tenant_id, sealed_at);

-- global; the application may insert, select, update
create table bank_branch (
  bank_no text not null,
  bank_code text not null,
  name text not null,
  province text not null,
  city text not null,
  province_code text not null,
  city_code text not null,
  PRIMARY KEY (bank_no)
);
CREATE INDEX bank_branch_place ON public.bank_branch USING btree (bank_code, city_code, bank_no);

-- fenced by tenant; the application may insert, select, update
create table bank_card (
  tenant_id bigint not null,
  merchant_id bigint not null generated always as identity,
  account_id bigint not null,
  state text not null,
  reason text not null default ''::text,
  mch_name text not null,
  person text not null,
  email text not null,
  province_code text not null,
  city_code text not null,
  district_code text not null,
  address text not null,
  bank_code text not null,
  bank text not null,
  bank_province text not null,
  bank_city text not null,
  bank_branch text not null,
  bank_no text not null,
  acct_name text not null,
  acct_cert_type text not null,
  cert_start_date date not null,
  cert_expire_date date,
  tail text not null,
  sealed bytea not null,
  masked jsonb not null,
  created_at timestamp(3) with time zone not null,
  state_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, merchant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id),
  CHECK ((state = ANY (ARRAY['no_id_photo'::text, 'reviewing'::text, 'approved'::text, 'not_approved'::text])))
);
CREATE INDEX bank_card_listed ON public.bank_card USING btree (tenant_id, merchant_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX bank_card_waiting ON public.bank_card USING btree (tenant_id, state_at) WHERE ((state = 'reviewing'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX bank_card_email ON public.bank_card USING btree (tenant_id, email) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may delete, insert, select, update
create table bank_draft (
  tenant_id bigint not null,
  account_id bigint not null,
  sealed bytea not null,
  saved_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table bank_photo (
  tenant_id bigint not null,
  file text not null,
  account_id bigint not null,
  merchant_id bigint,
  kind text,
  mime text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, file),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, merchant_id) REFERENCES bank_card(tenant_id, merchant_id),
  CHECK ((kind = ANY (ARRAY['id_card_z'::text, 'id_card_f'::text, 'bank_z'::text, 'bank_f'::text, 'hold_id_card'::text])))
);
CREATE INDEX bank_photo_age ON public.bank_photo USING btree (tenant_id, created_at) WHERE (merchant_id IS NULL);
CREATE UNIQUE INDEX bank_photo_of_card ON public.bank_photo USING btree (tenant_id, merchant_id, kind) WHERE (merchant_id IS NOT NULL);

-- fenced by tenant; the application may insert, select, update
create table bill (
  tenant_id bigint not null,
  create_at timestamp(3) with time zone not null,
  orderno text not null,
  device_id bigint not null,
  sn text not null,
  dev_type text not null,
  store_id bigint,
  merchant_id bigint,
  client text not null,
  kind text not null,
  status smallint not null,
  status_before smallint,
  total_price integer not null,
  list_price integer not null,
  refunded integer not null default 0,
  goods jsonb not null,
  oddities text[] not null,
  sale_id text,
  sent_ts bigint,
  reported_at timestamp(3) with time zone,
  command_id bigint,
  cash jsonb,
  PRIMARY KEY (tenant_id, create_at, orderno),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id),
  CHECK (((refunded >= 0) AND (refunded <= total_price))),
  CHECK (((status >= 0) AND (status <= 11))),
  CHECK ((kind = ANY (ARRAY['buy'::text, 'game'::text]))),
  CHECK ((total_price >= 0))
);
CREATE INDEX bill_of_client ON ONLY public.bill USING btree (tenant_id, client, create_at DESC, orderno DESC);
CREATE INDEX bill_of_device ON ONLY public.bill USING btree (tenant_id, device_id, create_at DESC, orderno DESC);
CREATE INDEX bill_of_status ON ONLY public.bill USING btree (tenant_id, status, create_at DESC, orderno DESC) WHERE (status <> 0);
CREATE INDEX bill_of_store ON ONLY public.bill USING btree (tenant_id, store_id, create_at DESC, orderno DESC);
CREATE INDEX bill_unpaid ON ONLY public.bill USING btree (tenant_id, create_at) WHERE (oddities && ARRAY['order'::text, 'again'::text]);

-- fenced by tenant; the application may insert, select
create table bill_goods (
  tenant_id bigint not null,
  goods_id bigint not null,
  create_at timestamp(3) with time zone not null,
  orderno text not null,
  PRIMARY KEY (tenant_id, goods_id, create_at, orderno),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may insert, select, update
create table bill_refund (
  tenant_id bigint not null,
  refund_id bigint not null generated always as identity,
  orderno text not null,
  bill_at timestamp(3) with time zone not null,
  kind text not null,
  state text not null,
  client text not null,
  amount integer not null,
  part boolean not null,
  remarks text not null,
  refund_no text not null,
  why text,
  account_id bigint,
  username text not null,
  asked_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  tries integer not null default 0,
  PRIMARY KEY (tenant_id, refund_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, bill_at, orderno) REFERENCES bill(tenant_id, create_at, orderno),
  FOREIGN KEY (tenant_id, bill_at, orderno) REFERENCES bill_2026_11(tenant_id, create_at, orderno),
  CHECK ((amount > 0)),
  CHECK ((kind = ANY (ARRAY['auto'::text, 'manual'::text]))),
  CHECK ((state = ANY (ARRAY['refunding'::text, 'refunded'::text, 'failed'::text])))
);
CREATE INDEX bill_refund_done ON public.bill_refund USING btree (tenant_id, done_at, refund_id) WHERE (state = 'refunded'::text);
CREATE INDEX bill_refund_listed ON public.bill_refund USING btree (tenant_id, asked_at DESC, refund_id DESC);
CREATE INDEX bill_refund_of_bill ON public.bill_refund USING btree (tenant_id, orderno, refund_id);
CREATE INDEX bill_refund_open ON public.bill_refund USING btree (tenant_id, next_at) WHERE (state = 'refunding'::text);
CREATE UNIQUE INDEX bill_refund_once ON public.bill_refund USING btree (tenant_id, orderno) WHERE (state <> 'failed'::text);

-- fenced by tenant; the application may delete, insert, select, update
create table bulk_refill (
  tenant_id bigint not null,
  refill_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null default 'fill'::text,
  device_ids bigint[] not null,
  channel_sns integer[] not null,
  goods_ids bigint[] not null,
  pieces integer[] not null,
  counted_ats timestamp(3) with time zone[],
  last_move bigint not null,
  at timestamp(3) with time zone not null,
  undone_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, refill_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((kind = ANY (ARRAY['fill'::text, 'empty'::text, 'visit'::text, 'count'::text])))
);
CREATE INDEX bulk_refill_age ON public.bulk_refill USING btree (tenant_id, at);
CREATE INDEX bulk_refill_newest ON public.bulk_refill USING btree (tenant_id, account_id, refill_id DESC);

-- fenced by tenant; the application may insert, select, update
create table card (
  tenant_id bigint not null,
  card_id bigint not null generated always as identity,
  cardno text not null,
  nickname text not null,
  openid text not null,
  note text not null,
  point integer not null,
  device text[] not null default '{}'::text[],
  spent bigint not null default 0,
  visits integer not null default 0,
  last_visit timestamp(3) with time zone,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, card_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((point >= 0)),
  CHECK ((spent >= 0))
);
CREATE INDEX card_openid ON public.card USING btree (tenant_id, openid) WHERE (openid <> ''::text);
CREATE UNIQUE INDEX card_number ON public.card USING btree (tenant_id, cardno) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may delete, insert, select, update
create table channel (
  tenant_id bigint not null,
  device_id bigint not null,
  channel_sn integer not null,
  goods_id bigint,
  price integer,
  game_price integer,
  rate integer,
  quantity integer not null default 0,
  max integer not null default 0,
  enabled boolean not null default true,
  settings_rev bigint not null default 0,
  low_share integer not null default 20,
  low_pieces integer,
  low_level integer not null generated always as (
CASE
    WHEN (low_pieces IS NULL) THEN ((max * low_share) / 100)
    ELSE LEAST(low_pieces, max)
END) stored,
  counted_at timestamp(3) with time zone,
  rev integer not null default 1,
  PRIMARY KEY (tenant_id, device_id, channel_sn),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id),
  FOREIGN KEY (tenant_id, goods_id) REFERENCES goods(tenant_id, goods_id),
  CHECK (((quantity = 0) OR (goods_id IS NOT NULL))),
  CHECK (((quantity >= 0) AND (quantity <= max))),
  CHECK (((rate >= 100) AND (rate <= 10000))),
  CHECK ((channel_sn > 0)),
  CHECK ((game_price >= 2)),
  CHECK ((price >= 2))
);
CREATE INDEX channel_goods ON public.channel USING btree (tenant_id, goods_id) WHERE (goods_id IS NOT NULL);
CREATE INDEX channel_low ON public.channel USING btree (tenant_id, device_id) WHERE ((goods_id IS NOT NULL) AND enabled AND (max > 0) AND (quantity <= low_level));

-- fenced by tenant; the application may delete, insert, select
create table chat_event (
  tenant_id bigint not null,
  event_digest bytea not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, event_digest),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX chat_event_dated ON public.chat_event USING btree (tenant_id, created_at);

-- global; the application may delete, insert, select, update
create table chat_person (
  person bytea not null,
  tenant_id bigint not null,
  PRIMARY KEY (person, tenant_id)
);
CREATE INDEX chat_person_tenant ON public.chat_person USING btree (tenant_id);

-- fenced by tenant; the application may delete, insert, select, update
create table command (
  tenant_id bigint not null,
  command_id bigint not null generated always as identity,
  device_id bigint not null,
  sn text not null,
  op text not null,
  args jsonb not null,
  attach text not null default ''::text,
  state text not null default 'created'::text,
  account_id bigint,
  username text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  acknowledged_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  fault text,
  why text,
  items jsonb not null default '[]'::jsonb,
  PRIMARY KEY (tenant_id, command_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id),
  CHECK ((state = ANY (ARRAY['created'::text, 'sent'::text, 'acknowledged'::text, 'done'::text, 'failed'::text, 'expired'::text, 'unknown'::text, 'cancelled'::text])))
);
CREATE INDEX command_age ON public.command USING btree (tenant_id, created_at);
CREATE INDEX command_by_time ON public.command USING btree (tenant_id, device_id, created_at DESC, command_id DESC);
CREATE INDEX command_history ON public.command USING btree (tenant_id, device_id, command_id DESC);
CREATE INDEX command_moving ON public.command USING btree (tenant_id, device_id, command_id DESC) WHERE (op = ANY (ARRAY['dispense'::text, 'testOut'::text, 'resetSlot'::text, 'setChannels'::text]));
CREATE INDEX command_open ON public.command USING btree (tenant_id, device_id) WHERE (state = ANY (ARRAY['created'::text, 'sent'::text, 'acknowledged'::text]));

-- fenced by tenant; the application may insert, select, update
create table coupon (
  tenant_id bigint not null,
  coupon_id bigint not null generated always as identity,
  name text not null,
  type text not null,
  value integer not null,
  quantity integer not null,
  limit_period text not null,
  limit_count integer not null,
  start_date date,
  end_date date,
  stores bigint[] not null default '{}'::bigint[],
  token text not null,
  received integer not null default 0,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, coupon_id),
  UNIQUE (tenant_id, token),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK (((quantity = 0) OR (received <= quantity))),
  CHECK ((limit_count >= 0)),
  CHECK ((limit_period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  CHECK ((quantity >= 0)),
  CHECK ((received >= 0)),
  CHECK ((type = ANY (ARRAY['discount'::text, 'cash'::text]))),
  CHECK ((value > 0))
);

-- fenced by tenant; the application may delete, insert, select, update
create table coupon_grant (
  tenant_id bigint not null,
  grant_id bigint not null generated always as identity,
  coupon_id bigint not null,
  code text not null,
  browser bytea not null,
  cardno text not null default ''::text,
  state text not null default 'received'::text,
  received_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  orderno text,
  discount integer,
  paid integer,
  PRIMARY KEY (tenant_id, grant_id),
  UNIQUE (tenant_id, code),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, coupon_id) REFERENCES coupon(tenant_id, coupon_id),
  CHECK (((state = 'received'::text) = ((orderno IS NULL) AND (discount IS NULL)))),
  CHECK (((state = 'used'::text) = ((used_at IS NOT NULL) AND (paid IS NOT NULL)))),
  CHECK ((state = ANY (ARRAY['received'::text, 'reserved'::text, 'used'::text])))
);
CREATE INDEX coupon_grant_browser ON public.coupon_grant USING btree (tenant_id, browser, coupon_id, received_at);
CREATE INDEX coupon_grant_card ON public.coupon_grant USING btree (tenant_id, cardno, coupon_id, received_at) WHERE (cardno <> ''::text);
CREATE INDEX coupon_grant_listed ON public.coupon_grant USING btree (tenant_id, received_at, grant_id);
CREATE INDEX coupon_grant_of ON public.coupon_grant USING btree (tenant_id, coupon_id, received_at, grant_id);
CREATE INDEX coupon_grant_used ON public.coupon_grant USING btree (tenant_id, coupon_id) INCLUDE (discount, paid) WHERE (state = 'used'::text);
CREATE UNIQUE INDEX coupon_grant_order ON public.coupon_grant USING btree (tenant_id, orderno) WHERE (orderno IS NOT NULL);

-- fenced by tenant; the application may insert, select, update
create table device (
  tenant_id bigint not null,
  device_id bigint not null generated always as identity,
  sn text not null,
  type text not null default 'vending'::text,
  title text not null,
  store_id bigint,
  merchant_id bigint,
  placed_at timestamp(3) with time zone,
  bound_at timestamp(3) with time zone not null,
  unbound_at timestamp(3) with time zone,
  settings jsonb not null default '{}'::jsonb,
  settings_rev bigint not null default 1,
  applied_rev bigint not null default 0,
  applied_at timestamp(3) with time zone,
  changed_revs jsonb not null default '{}'::jsonb,
  unsupported_settings text[] not null default '{}'::text[],
  rev integer not null default 1,
  PRIMARY KEY (tenant_id, device_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES store(tenant_id, store_id)
);
CREATE INDEX device_bindings ON public.device USING btree (tenant_id, sn, device_id);
CREATE INDEX device_of_store ON public.device USING btree (tenant_id, store_id) WHERE (unbound_at IS NULL);
CREATE INDEX device_payout ON public.device USING btree (tenant_id, merchant_id) WHERE (merchant_id IS NOT NULL);
CREATE UNIQUE INDEX device_bound ON public.device USING btree (tenant_id, sn) WHERE (unbound_at IS NULL);

-- fenced by tenant; the application may insert, select, update
create table device_cooldown (
  tenant_id bigint not null,
  device_id bigint not null,
  kind text not null,
  until timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, device_id, kind),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table device_fault (
  tenant_id bigint not null,
  fault_id bigint not null generated always as identity,
  device_id bigint not null,
  code text not null,
  channel_sn integer not null default 0,
  raw text not null,
  since timestamp(3) with time zone not null,
  since_by_clock boolean not null default false,
  cleared_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, fault_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX device_fault_age ON public.device_fault USING btree (tenant_id, cleared_at);
CREATE INDEX device_fault_by_time ON public.device_fault USING btree (tenant_id, device_id, since DESC, fault_id DESC);
CREATE UNIQUE INDEX device_fault_active ON public.device_fault USING btree (tenant_id, device_id, code, channel_sn) WHERE (cleared_at IS NULL);

-- fenced by tenant; the application may insert, select
create table device_past_place (
  tenant_id bigint not null,
  device_id bigint not null,
  until timestamp(3) with time zone not null,
  store_id bigint,
  merchant_id bigint,
  PRIMARY KEY (tenant_id, device_id, until),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);

-- fenced by tenant; the application may insert, select, update
create table device_state (
  tenant_id bigint not null,
  device_id bigint not null,
  online boolean not null default false,
  since timestamp(3) with time zone not null,
  lost_at timestamp(3) with time zone,
  heard_at timestamp(3) with time zone,
  boot bigint not null default 0,
  reason text,
  rssi smallint,
  net text,
  app text,
  android text,
  temperature real,
  initializing_since timestamp(3) with time zone,
  slots_rev bigint,
  told_at timestamp(3) with time zone,
  untold boolean not null default false,
  slots_at timestamp(3) with time zone,
  off boolean not null default false,
  switched_at timestamp(3) with time zone,
  unbound_at timestamp(3) with time zone,
  comings smallint not null default 0,
  comings_since timestamp(3) with time zone,
  contested_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, device_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX device_state_online ON public.device_state USING btree (tenant_id) WHERE online;
CREATE INDEX device_state_untold ON public.device_state USING btree (tenant_id) WHERE untold;

-- fenced by tenant; the application may delete, insert, select, update
create table device_temperature (
  tenant_id bigint not null,
  device_id bigint not null,
  hour timestamp(3) with time zone not null,
  lowest real not null,
  highest real not null,
  PRIMARY KEY (tenant_id, device_id, hour),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX device_temperature_hour ON public.device_temperature USING btree (tenant_id, hour);

-- fenced by tenant; the application may delete, insert, select, update
create table exception_case (
  tenant_id bigint not null,
  case_id bigint not null generated always as identity,
  kind text not null,
  reason text not null,
  subject text not null,
  orderno text,
  order_at timestamp(3) with time zone,
  merchant_order text,
  device_id bigint,
  store_id bigint,
  client text,
  account_key bigint not null default 0,
  amount bigint not null,
  their_paid bigint,
  their_refunded bigint,
  txn text,
  since timestamp(3) with time zone not null,
  found_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  taker bigint,
  taken_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  remarks text not null default ''::text,
  lost_at timestamp(3) with time zone,
  mid text,
  sent_ts bigint,
  field text,
  slip text,
  payload bytea,
  doubtful boolean,
  PRIMARY KEY (tenant_id, case_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX exception_case_books ON public.exception_case USING btree (tenant_id, case_id DESC) WHERE ((kind = 'books_differ'::text) AND (closed_at IS NULL));
CREATE INDEX exception_case_ended ON public.exception_case USING btree (tenant_id, LEAST(closed_at, done_at));
CREATE INDEX exception_case_listed ON public.exception_case USING btree (tenant_id, since DESC, case_id DESC);
CREATE INDEX exception_case_open ON public.exception_case USING btree (tenant_id, since DESC, case_id DESC) WHERE ((closed_at IS NULL) AND (done_at IS NULL));
CREATE INDEX exception_case_unclear ON public.exception_case USING btree (tenant_id, device_id) WHERE ((kind = 'sale_unclear'::text) AND (closed_at IS NULL) AND (done_at IS NULL));
CREATE UNIQUE INDEX exception_case_message ON public.exception_case USING btree (tenant_id, subject) WHERE (kind = 'sale_unclear'::text);
CREATE UNIQUE INDEX exception_case_once ON public.exception_case USING btree (tenant_id, kind, subject) WHERE (closed_at IS NULL);

-- fenced by tenant; the application may delete, insert, select
create table file_link (
  tenant_id bigint not null,
  token_hash bytea not null,
  job_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, job_id) ON DELETE CASCADE
);
CREATE INDEX file_link_job ON public.file_link USING btree (tenant_id, job_id);

-- fenced by tenant; the application may insert, select, update
create table fund_day (
  tenant_id bigint not null,
  merchant_id bigint not null,
  day date not null,
  account text not null,
  kind text not null,
  amount bigint not null,
  lines integer not null,
  PRIMARY KEY (tenant_id, merchant_id, day, account, kind),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX fund_day_time ON public.fund_day USING btree (tenant_id, day);

-- fenced by tenant; the application may insert, select, update
create table fund_folded (
  tenant_id bigint not null,
  until timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may insert, select, update
create table fund_sum (
  tenant_id bigint not null,
  merchant_id bigint not null,
  account text not null,
  amount bigint not null,
  PRIMARY KEY (tenant_id, merchant_id, account),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table game_win (
  tenant_id bigint not null,
  client text not null,
  payer bytea not null,
  won_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, client, payer),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX game_win_age ON public.game_win USING btree (tenant_id, won_at);

-- fenced by tenant; the application may insert, select, update
create table goods (
  tenant_id bigint not null,
  goods_id bigint not null generated always as identity,
  title text not null,
  price integer,
  min_price integer,
  max_price integer,
  description text not null,
  code text not null,
  tags text[] not null,
  created_by bigint not null,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, goods_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, created_by) REFERENCES account(tenant_id, account_id),
  CHECK (((min_price IS NULL) = (max_price IS NULL))),
  CHECK (((price IS NOT NULL) OR (min_price IS NOT NULL))),
  CHECK (((price IS NULL) OR (min_price IS NULL))),
  CHECK ((max_price >= min_price)),
  CHECK ((min_price >= 2)),
  CHECK ((price >= 2))
);
CREATE INDEX goods_by_price ON public.goods USING btree (tenant_id, COALESCE(min_price, price), goods_id) WHERE (deleted_at IS NULL);
CREATE INDEX goods_by_title ON public.goods USING btree (tenant_id, title, goods_id) WHERE (deleted_at IS NULL);
CREATE INDEX goods_listed ON public.goods USING btree (tenant_id, goods_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX goods_own ON public.goods USING btree (tenant_id, created_by, goods_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX goods_tags ON public.goods USING gin (tags) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may delete, insert, select, update
create table goods_change (
  tenant_id bigint not null,
  change_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  edit jsonb not null,
  before jsonb not null,
  at timestamp(3) with time zone not null,
  undone_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, change_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((kind = ANY (ARRAY['edit'::text, 'delete'::text, 'import'::text])))
);
CREATE INDEX goods_change_age ON public.goods_change USING btree (tenant_id, at);
CREATE INDEX goods_change_newest ON public.goods_change USING btree (tenant_id, account_id, change_id DESC);

-- fenced by tenant; the application may delete, insert, select
create table goods_image (
  tenant_id bigint not null,
  goods_id bigint not null,
  place smallint not null,
  image_id bigint not null,
  PRIMARY KEY (tenant_id, goods_id, place),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, goods_id) REFERENCES goods(tenant_id, goods_id),
  FOREIGN KEY (tenant_id, image_id) REFERENCES image(tenant_id, image_id)
);
CREATE INDEX goods_image_image ON public.goods_image USING btree (tenant_id, image_id);

-- fenced by tenant; the application may delete, insert, select, update
create table goods_import (
  tenant_id bigint not null,
  import_id bigint not null generated always as identity,
  account_id bigint not null,
  own_only boolean not null,
  created_at timestamp(3) with time zone not null,
  job_id bigint,
  applied_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, import_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id)
);
CREATE INDEX goods_import_age ON public.goods_import USING btree (tenant_id, created_at);

-- fenced by tenant; the application may delete, insert, select, update
create table goods_import_row (
  tenant_id bigint not null,
  import_id bigint not null,
  "row" integer not null,
  kind text not null,
  title text not null,
  goods_id bigint,
  rev integer,
  draft jsonb,
  changes jsonb not null,
  errors jsonb not null,
  "like" jsonb,
  choice text,
  choices text[] not null default '{}'::text[],
  update_kind text,
  add_draft jsonb,
  add_changes jsonb,
  PRIMARY KEY (tenant_id, import_id, "row"),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, import_id) REFERENCES goods_import(tenant_id, import_id) ON DELETE CASCADE,
  CHECK ((choice = ANY (ARRAY['update'::text, 'skip'::text, 'add'::text]))),
  CHECK ((kind = ANY (ARRAY['add'::text, 'change'::text, 'same'::text, 'skip'::text, 'error'::text]))),
  CHECK ((update_kind = ANY (ARRAY['change'::text, 'same'::text])))
);
CREATE INDEX goods_import_kind ON public.goods_import_row USING btree (tenant_id, import_id, kind, "row");

-- global; the application may delete, insert, select, update
create table hand_payout (
  payout_no text not null,
  amount bigint not null,
  currency text not null,
  account bytea not null,
  state text not null,
  why text not null default ''::text,
  created_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  PRIMARY KEY (payout_no),
  CHECK ((state = ANY (ARRAY['processing'::text, 'success'::text, 'failed'::text])))
);
CREATE INDEX hand_payout_done ON public.hand_payout USING btree (done_at) WHERE (state <> 'processing'::text);
CREATE INDEX hand_payout_waiting ON public.hand_payout USING btree (created_at, payout_no) WHERE (state = 'processing'::text);

-- fenced by tenant; the application may delete, insert, select, update
create table heard_message (
  tenant_id bigint not null,
  device_id bigint not null,
  mid text not null,
  ts bigint not null,
  boot bigint,
  heard_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, device_id, mid, ts),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX heard_message_age ON public.heard_message USING btree (tenant_id, heard_at);

-- fenced by tenant; the application may delete, insert, select, update
create table image (
  tenant_id bigint not null,
  image_id bigint not null generated always as identity,
  name text not null,
  file text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_by bigint not null,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, image_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, created_by) REFERENCES account(tenant_id, account_id)
);
CREATE INDEX image_deleted ON public.image USING btree (tenant_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX image_file ON public.image USING btree (tenant_id, file);
CREATE INDEX image_listed ON public.image USING btree (tenant_id, image_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX image_own ON public.image USING btree (tenant_id, created_by, image_id DESC) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may delete, insert, select, update
create table inbox_message (
  tenant_id bigint not null,
  account_id bigint not null,
  notice_id bigint not null,
  created_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, account_id, notice_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX inbox_message_listed ON public.inbox_message USING btree (tenant_id, account_id, created_at, notice_id);
CREATE INDEX inbox_message_unread ON public.inbox_message USING btree (tenant_id, account_id) WHERE (read_at IS NULL);

-- fenced by tenant; the application may delete, insert, select, update
create table invitation (
  tenant_id bigint not null,
  account_id bigint not null,
  code_hash bytea not null,
  phone text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, account_id),
  UNIQUE (tenant_id, code_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table job (
  tenant_id bigint not null,
  job_id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  input jsonb not null,
  rights jsonb not null,
  locale text not null,
  state text not null default 'waiting'::text,
  progress integer not null default 0,
  total integer,
  file_name text,
  blob_key text,
  file_bytes bigint,
  error text,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, job_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id),
  CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX job_age ON public.job USING btree (tenant_id, created_at);
CREATE INDEX job_owner ON public.job USING btree (tenant_id, account_id, job_id DESC);

-- fenced by tenant; the application may insert, select
create table ledger_line (
  tenant_id bigint not null,
  at timestamp(3) with time zone not null,
  posting text not null,
  account text not null,
  orderno text not null,
  merchant_id bigint not null,
  client text not null,
  amount integer not null,
  settle_id bigint,
  PRIMARY KEY (tenant_id, at, posting, account, merchant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((account = ANY (ARRAY['provider'::text, 'funds'::text, 'fee'::text, 'settling'::text, 'bank'::text, 'own'::text, 'direct'::text])))
);
CREATE INDEX ledger_line_funds ON ONLY public.ledger_line USING btree (tenant_id, merchant_id, at) WHERE (account = 'funds'::text);
CREATE INDEX ledger_line_moved ON ONLY public.ledger_line USING btree (tenant_id, at) WHERE ((account = 'funds'::text) AND (orderno = ''::text));
CREATE INDEX ledger_line_order ON ONLY public.ledger_line USING btree (tenant_id, orderno);
CREATE INDEX ledger_line_refund ON ONLY public.ledger_line USING btree (tenant_id, at, posting, merchant_id) WHERE ((account = 'funds'::text) AND (split_part(posting, ' '::text, 2) = 'refund'::text));

-- fenced by tenant; the application may insert, select, update
create table ledger_store_day (
  tenant_id bigint not null,
  day date not null,
  store_id bigint not null,
  client text not null,
  count integer not null,
  taken bigint not null,
  refunded bigint not null,
  PRIMARY KEY (tenant_id, day, store_id, client),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- global; the application may delete, insert, select, update
create table limit_counter (
  key text not null,
  count integer not null,
  resets_at timestamp(3) with time zone not null,
  PRIMARY KEY (key)
);
CREATE INDEX limit_counter_age ON public.limit_counter USING btree (resets_at);

-- fenced by tenant; the application may delete, insert, select, update
create table list_view (
  tenant_id bigint not null,
  view_id bigint not null generated always as identity,
  account_id bigint not null,
  list text not null,
  name text not null,
  filter jsonb not null,
  shared boolean not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, view_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX list_view_shared ON public.list_view USING btree (tenant_id, list) WHERE shared;
CREATE UNIQUE INDEX list_view_name ON public.list_view USING btree (tenant_id, account_id, list, name);

-- fenced by tenant; the application may delete, insert, select
create table live_event (
  tenant_id bigint not null,
  event_id bigint not null,
  kind text not null,
  account_id bigint,
  permission text,
  store_id bigint,
  device_id bigint,
  data jsonb not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, event_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX live_event_age ON public.live_event USING btree (tenant_id, created_at);

-- fenced by tenant; the application may insert, select, update
create table live_event_counter (
  tenant_id bigint not null,
  last_event bigint not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- global; the application may delete, insert, select
create table login (
  username text not null,
  tenant_id bigint not null,
  account_id bigint not null,
  PRIMARY KEY (username),
  CHECK ((username = lower(username)))
);

-- global; the application may insert, select, update
create table machine (
  sn text not null,
  type text not null,
  slots integer not null,
  secret_hash text not null,
  next_secret_hash text,
  bind_code_hash bytea,
  tenant_id bigint,
  device_id bigint,
  settings_rev bigint not null default 0,
  secret_at timestamp(3) with time zone not null,
  next_secret_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (sn),
  CHECK ((slots > 0)),
  CHECK ((sn ~ '^\d{1,20}$'::text))
);
CREATE INDEX machine_of_merchant ON public.machine USING btree (tenant_id);

-- fenced by tenant; the application may delete, insert, select, update
create table machine_inbox (
  tenant_id bigint not null,
  device_id bigint not null,
  ref text not null,
  mid text not null,
  digest bytea not null,
  orderno text not null,
  ts bigint not null,
  happened_at timestamp(3) with time zone not null,
  clock_doubtful boolean not null,
  received_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, device_id, ref),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX machine_inbox_age ON public.machine_inbox USING btree (tenant_id, received_at);

-- global; the application may insert, select, update
create table machine_owner (
  sn text not null,
  tenant_id bigint not null,
  device_id bigint not null,
  since timestamp(3) with time zone not null,
  until timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, device_id),
  FOREIGN KEY (sn) REFERENCES machine(sn)
);
CREATE INDEX machine_owner_then ON public.machine_owner USING btree (sn, since);

-- fenced by tenant; the application may delete, insert, select, update
create table merchant_offer (
  tenant_id bigint not null,
  clients text[] not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table message_slip (
  tenant_id bigint not null,
  device_id bigint not null,
  name text not null,
  field text not null,
  reason text not null,
  outcome text not null,
  count bigint not null,
  first_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  last_mid text not null,
  PRIMARY KEY (tenant_id, device_id, name, field, reason, outcome),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((outcome = ANY (ARRAY['taken'::text, 'kept'::text, 'refused'::text])))
);
CREATE INDEX message_slip_age ON public.message_slip USING btree (tenant_id, last_at);

-- fenced by tenant; the application may delete, insert, select, update
create table notice (
  tenant_id bigint not null,
  notice_id bigint not null generated always as identity,
  notify_id bigint not null,
  state text not null,
  is_summary boolean not null default false,
  is_test boolean not null default false,
  tries integer not null default 0,
  next_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  why text not null default ''::text,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, notice_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, notify_id) REFERENCES receiver(tenant_id, notify_id),
  CHECK ((state = ANY (ARRAY['held'::text, 'waiting'::text, 'sent'::text, 'dead'::text])))
);
CREATE INDEX notice_dead ON public.notice USING btree (tenant_id, notify_id, created_at) WHERE (state = 'dead'::text);
CREATE INDEX notice_listed ON public.notice USING btree (tenant_id, created_at, notice_id);
CREATE INDEX notice_open ON public.notice USING btree (tenant_id, next_at) WHERE (state = ANY (ARRAY['held'::text, 'waiting'::text]));
CREATE UNIQUE INDEX notice_held ON public.notice USING btree (tenant_id, notify_id) WHERE (state = 'held'::text);

-- fenced by tenant; the application may delete, insert, select, update
create table notice_event (
  tenant_id bigint not null,
  event_id bigint not null generated always as identity,
  kind text not null,
  phase text not null,
  subject bigint not null,
  device_id bigint not null,
  store_id bigint,
  orderno text,
  amount integer,
  low integer not null default 0,
  faults text[] not null default '{}'::text[],
  at timestamp(3) with time zone not null,
  told_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, event_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((phase = ANY (ARRAY['begin'::text, 'end'::text])))
);
CREATE INDEX notice_event_dated ON public.notice_event USING btree (tenant_id, at);
CREATE INDEX notice_event_new ON public.notice_event USING btree (tenant_id, event_id) WHERE (told_at IS NULL);
CREATE UNIQUE INDEX notice_event_once ON public.notice_event USING btree (tenant_id, kind, phase, subject);

-- fenced by tenant; the application may delete, insert, select, update
create table notice_item (
  tenant_id bigint not null,
  notify_id bigint not null,
  event_id bigint not null,
  notice_id bigint not null,
  PRIMARY KEY (tenant_id, notify_id, event_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, event_id) REFERENCES notice_event(tenant_id, event_id),
  FOREIGN KEY (tenant_id, notice_id) REFERENCES notice(tenant_id, notice_id)
);
CREATE INDEX notice_item_of ON public.notice_item USING btree (tenant_id, notice_id);

-- fenced by tenant; the application may delete, insert, select
create table operation_sign (
  tenant_id bigint not null,
  sign_hash bytea not null,
  session_id bigint not null,
  account_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, sign_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES session(tenant_id, session_id) ON DELETE CASCADE
);
CREATE INDEX operation_sign_account ON public.operation_sign USING btree (tenant_id, account_id);
CREATE INDEX operation_sign_age ON public.operation_sign USING btree (tenant_id, expires_at);
CREATE INDEX operation_sign_session ON public.operation_sign USING btree (tenant_id, session_id);

-- fenced by tenant; the application may insert, select, update
create table pay_account (
  tenant_id bigint not null,
  pay_account_id bigint not null generated always as identity,
  provider text not null,
  account_no text not null,
  app_id text not null,
  sealed bytea not null,
  notice_key text not null,
  enabled boolean not null,
  rev integer not null,
  created_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, pay_account_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE UNIQUE INDEX pay_account_enabled ON public.pay_account USING btree (tenant_id, provider) WHERE enabled;

-- fenced by tenant; the application may delete, insert, select, update
create table pay_order (
  tenant_id bigint not null,
  create_at timestamp(3) with time zone not null,
  orderno text not null,
  device_id bigint not null,
  sn text not null,
  store_id bigint,
  merchant_id bigint,
  client text not null,
  kind text not null,
  state text not null,
  amount integer not null,
  discount integer not null default 0,
  goods jsonb not null,
  pay_account_id bigint,
  agent_account_id bigint,
  merchant_order text not null,
  cardno text not null default ''::text,
  req_id text,
  request_digest bytea,
  qr text,
  provider_txn text,
  payer bytea,
  difficulty text,
  fee_rate integer not null default 0,
  expires_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  is_paid_sent boolean,
  paid_sent_at timestamp(3) with time zone,
  line_lost_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, create_at, orderno),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id),
  FOREIGN KEY (tenant_id, pay_account_id) REFERENCES pay_account(tenant_id, pay_account_id),
  CHECK (((pay_account_id IS NULL) OR (agent_account_id IS NULL))),
  CHECK ((amount >= 0)),
  CHECK ((kind = ANY (ARRAY['buy'::text, 'game'::text]))),
  CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'closed'::text, 'refunded'::text, 'part_refunded'::text])))
);
CREATE INDEX pay_order_of_device ON public.pay_order USING btree (tenant_id, device_id, create_at DESC) WHERE (req_id IS NOT NULL);
CREATE INDEX pay_order_pending ON public.pay_order USING btree (tenant_id, expires_at) WHERE (state = 'pending'::text);
CREATE INDEX pay_order_unopened ON public.pay_order USING btree (tenant_id, create_at) WHERE ((state = 'pending'::text) AND (qr IS NULL));
CREATE INDEX pay_order_unpaid ON public.pay_order USING btree (tenant_id, create_at) WHERE (state = 'closed'::text);
CREATE UNIQUE INDEX pay_order_number ON public.pay_order USING btree (tenant_id, merchant_order);
CREATE UNIQUE INDEX pay_order_request ON public.pay_order USING btree (tenant_id, device_id, req_id) WHERE (req_id IS NOT NULL);

-- global; the application may delete, insert, select
create table phone_login (
  phone text not null,
  tenant_id bigint not null,
  account_id bigint not null,
  PRIMARY KEY (phone, tenant_id, account_id)
);
CREATE INDEX phone_login_account ON public.phone_login USING btree (tenant_id, account_id);

-- fenced by tenant; the application may insert, select
create table point_move (
  tenant_id bigint not null,
  move_id bigint not null generated always as identity,
  card_id bigint not null,
  at timestamp(3) with time zone not null,
  reason text not null,
  amount integer not null,
  balance integer not null,
  orderno text not null default ''::text,
  account_id bigint,
  PRIMARY KEY (tenant_id, move_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card(tenant_id, card_id),
  CHECK (((amount <> 0) AND ((amount > 0) = (reason = ANY (ARRAY['topup'::text, 'refund'::text]))))),
  CHECK (((orderno <> ''::text) = (reason = ANY (ARRAY['sale'::text, 'refund'::text])))),
  CHECK ((balance >= 0)),
  CHECK ((reason = ANY (ARRAY['topup'::text, 'sale'::text, 'refund'::text, 'correction'::text])))
);
CREATE INDEX point_move_listed ON public.point_move USING btree (tenant_id, card_id, at, move_id);
CREATE UNIQUE INDEX point_move_order ON public.point_move USING btree (tenant_id, orderno, reason) WHERE (orderno <> ''::text);

-- global; the application may delete, insert, select, update
create table provider_silence (
  account text not null,
  calls integer not null,
  since timestamp(3) with time zone not null,
  shut_until timestamp(3) with time zone,
  PRIMARY KEY (account)
);

-- global; the application may delete, insert, select, update
create table push_endpoint (
  endpoint_digest bytea not null,
  tenant_id bigint not null,
  PRIMARY KEY (endpoint_digest)
);
CREATE INDEX push_endpoint_tenant ON public.push_endpoint USING btree (tenant_id);

-- fenced by tenant; the application may delete, insert, select, update
create table push_message (
  tenant_id bigint not null,
  push_id bigint not null,
  notice_id bigint not null,
  tries integer not null default 0,
  next_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, push_id, notice_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, push_id) REFERENCES push_subscription(tenant_id, push_id) ON DELETE CASCADE
);
CREATE INDEX push_message_due ON public.push_message USING btree (tenant_id, next_at);

-- fenced by tenant; the application may delete, insert, select, update
create table push_subscription (
  tenant_id bigint not null,
  push_id bigint not null generated always as identity,
  account_id bigint not null,
  session_id bigint not null,
  endpoint_digest bytea not null,
  sealed bytea not null,
  locale text not null,
  created_at timestamp(3) with time zone not null,
  failing_since timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, push_id),
  UNIQUE (tenant_id, endpoint_digest),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX push_subscription_account ON public.push_subscription USING btree (tenant_id, account_id);

-- fenced by tenant; the application may delete, insert, select, update
create table receiver (
  tenant_id bigint not null,
  notify_id bigint not null generated always as identity,
  channel text not null,
  account_id bigint,
  address bytea,
  person bytea,
  stopped_at timestamp(3) with time zone,
  name text not null default ''::text,
  notice boolean not null default true,
  not_disture boolean not null default false,
  start_notify text not null default '22:00'::text,
  end_notify text not null default '08:00'::text,
  kinds text[] not null,
  all_device boolean not null default true,
  stores bigint[] not null default '{}'::bigint[],
  remarks text not null default ''::text,
  created_at timestamp(3) with time zone not null,
  last_sent_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, notify_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE UNIQUE INDEX receiver_inbox ON public.receiver USING btree (tenant_id, account_id) WHERE ((deleted_at IS NULL) AND (account_id IS NOT NULL));
CREATE UNIQUE INDEX receiver_person ON public.receiver USING btree (tenant_id, person) WHERE ((deleted_at IS NULL) AND (person IS NOT NULL));

-- fenced by tenant; the application may delete, insert, select, update
create table receiver_bind (
  tenant_id bigint not null,
  scene bytea not null,
  account_id bigint not null,
  channel text not null default 'inbox'::text,
  locale text not null default 'zh-CN'::text,
  site text not null default ''::text,
  expires_at timestamp(3) with time zone not null,
  used_by bigint,
  notify_id bigint,
  PRIMARY KEY (tenant_id, scene),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may insert, select, update
create table referrer (
  tenant_id bigint not null,
  referrer_id bigint not null generated always as identity,
  name text not null,
  number text not null,
  region bigint[] not null default '{}'::bigint[],
  commission integer not null,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, referrer_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK (((commission >= 0) AND (commission <= 10000)))
);
CREATE UNIQUE INDEX referrer_number ON public.referrer USING btree (tenant_id, number) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may insert, select
create table referrer_past_terms (
  tenant_id bigint not null,
  referrer_id bigint not null,
  until date not null,
  region bigint[] not null,
  commission integer,
  PRIMARY KEY (tenant_id, referrer_id, until),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, referrer_id) REFERENCES referrer(tenant_id, referrer_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table refill_route (
  tenant_id bigint not null,
  account_id bigint not null,
  store_ids bigint[] not null,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table refill_visit (
  tenant_id bigint not null,
  visit_id text not null,
  account_id bigint not null,
  device_id bigint not null,
  sn text not null,
  read_at timestamp(3) with time zone not null,
  at timestamp(3) with time zone not null,
  slots jsonb not null,
  result jsonb,
  PRIMARY KEY (tenant_id, visit_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX refill_visit_age ON public.refill_visit USING btree (tenant_id, at);

-- fenced by tenant; the application may delete, insert, select, update
create table repeated_call (
  tenant_id bigint not null,
  account_id bigint not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb,
  rights text not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, account_id, key),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX repeated_call_age ON public.repeated_call USING btree (tenant_id, created_at);

-- fenced by tenant; the application may delete, insert, select, update
create table report_plan (
  tenant_id bigint not null,
  plan_id bigint not null generated always as identity,
  account_id bigint not null,
  name text not null,
  rhythm text not null,
  content jsonb not null,
  next_on date not null,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, plan_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id),
  CHECK ((rhythm = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])))
);
CREATE INDEX report_plan_due ON public.report_plan USING btree (tenant_id, next_on);
CREATE INDEX report_plan_of_account ON public.report_plan USING btree (tenant_id, account_id, plan_id DESC);

-- fenced by tenant; the application may insert, select, update
create table role (
  tenant_id bigint not null,
  role_id bigint not null generated always as identity,
  name text not null,
  note text not null,
  permission_ids integer[] not null,
  goods_scope text not null default 'all'::text,
  bank_scope text not null default 'all'::text,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, role_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((bank_scope = ANY (ARRAY['all'::text, 'own'::text]))),
  CHECK ((goods_scope = ANY (ARRAY['all'::text, 'own'::text])))
);
CREATE INDEX role_listed ON public.role USING btree (tenant_id, role_id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX role_name ON public.role USING btree (tenant_id, lower(name)) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may insert, select, update
create table sales_device_day (
  tenant_id bigint not null,
  day date not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count integer not null,
  normal integer not null,
  abnormal integer not null,
  refund_only integer not null,
  mixed integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, day, store_id, device_id, client)
);
CREATE INDEX sales_device_day_device ON public.sales_device_day USING btree (tenant_id, device_id, day);

-- fenced by tenant; the application may delete, insert, select, update
create table sales_device_hour (
  tenant_id bigint not null,
  hour timestamp(0) with time zone not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count integer not null,
  normal integer not null,
  abnormal integer not null,
  refund_only integer not null,
  mixed integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, hour, store_id, device_id, client)
);

-- fenced by tenant; the application may insert, select, update
create table sales_device_month (
  tenant_id bigint not null,
  month date not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count integer not null,
  normal integer not null,
  abnormal integer not null,
  refund_only integer not null,
  mixed integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, month, store_id, device_id, client)
);
CREATE INDEX sales_device_month_device ON public.sales_device_month USING btree (tenant_id, device_id, month);

-- fenced by tenant; the application may insert, select, update
create table sales_goods_client_day (
  tenant_id bigint not null,
  day date not null,
  goods_id bigint not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count integer not null,
  pieces integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, day, goods_id, store_id, device_id, client)
);

-- fenced by tenant; the application may insert, select, update
create table sales_goods_client_month (
  tenant_id bigint not null,
  month date not null,
  goods_id bigint not null,
  store_id bigint not null,
  device_id bigint not null,
  client text not null,
  count integer not null,
  pieces integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, month, goods_id, store_id, device_id, client)
);

-- fenced by tenant; the application may insert, select, update
create table sales_goods_day (
  tenant_id bigint not null,
  day date not null,
  store_id bigint not null,
  device_id bigint not null,
  channel_sn integer not null,
  goods_id bigint not null,
  count integer not null,
  pieces integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, day, store_id, device_id, channel_sn, goods_id)
);
CREATE INDEX sales_goods_day_slot ON public.sales_goods_day USING btree (tenant_id, device_id, channel_sn, day);

-- fenced by tenant; the application may insert, select, update
create table sales_goods_month (
  tenant_id bigint not null,
  month date not null,
  store_id bigint not null,
  device_id bigint not null,
  goods_id bigint not null,
  count integer not null,
  pieces integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, month, store_id, device_id, goods_id)
);
CREATE INDEX sales_goods_month_goods ON public.sales_goods_month USING btree (tenant_id, goods_id, month);

-- fenced by tenant; the application may insert, select, update
create table sales_store_day (
  tenant_id bigint not null,
  day date not null,
  store_id bigint not null,
  client text not null,
  count integer not null,
  normal integer not null,
  abnormal integer not null,
  refund_only integer not null,
  mixed integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, day, store_id, client)
);

-- fenced by tenant; the application may insert, select, update
create table sales_store_hour (
  tenant_id bigint not null,
  hour timestamp(0) with time zone not null,
  store_id bigint not null,
  client text not null,
  count integer not null,
  normal integer not null,
  abnormal integer not null,
  refund_only integer not null,
  mixed integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, hour, store_id, client)
);
CREATE INDEX sales_store_hour_store ON public.sales_store_hour USING btree (tenant_id, store_id, hour);

-- fenced by tenant; the application may insert, select, update
create table sales_store_month (
  tenant_id bigint not null,
  month date not null,
  store_id bigint not null,
  client text not null,
  count integer not null,
  normal integer not null,
  abnormal integer not null,
  refund_only integer not null,
  mixed integer not null,
  income bigint not null,
  refund bigint not null,
  PRIMARY KEY (tenant_id, month, store_id, client)
);

-- global; the application may insert, select, update
create table sandbox_manners (
  sandbox text not null,
  manners jsonb not null,
  PRIMARY KEY (sandbox),
  CHECK ((sandbox = ANY (ARRAY['payments'::text, 'payouts'::text])))
);

-- global; the application may delete, insert, select, update
create table sandbox_payment (
  merchant_order text not null,
  channel text not null,
  amount integer not null,
  currency text not null,
  subject text not null,
  notify_to text not null,
  state text not null,
  payer text,
  txn text,
  refunded integer not null default 0,
  manners jsonb not null default '{}'::jsonb,
  created_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  PRIMARY KEY (merchant_order),
  CHECK (((refunded >= 0) AND (refunded <= amount))),
  CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'closed'::text])))
);
CREATE INDEX sandbox_payment_age ON public.sandbox_payment USING btree (created_at);

-- global; the application may delete, insert, select, update
create table sandbox_payout (
  payout_no text not null,
  amount bigint not null,
  currency text not null,
  account bytea not null,
  state text not null,
  why text,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (payout_no),
  CHECK ((state = ANY (ARRAY['processing'::text, 'success'::text, 'failed'::text])))
);

-- global; the application may delete, insert, select, update
create table sandbox_refund (
  refund_no text not null,
  merchant_order text not null,
  amount integer not null,
  state text not null,
  why text,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (refund_no),
  FOREIGN KEY (merchant_order) REFERENCES sandbox_payment(merchant_order) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['processing'::text, 'success'::text, 'rejected'::text])))
);
CREATE INDEX sandbox_refund_age ON public.sandbox_refund USING btree (created_at);
CREATE INDEX sandbox_refund_of_payment ON public.sandbox_refund USING btree (merchant_order);

-- fenced by tenant; the application may delete, insert, select, update
create table session (
  tenant_id bigint not null,
  session_id bigint not null generated always as identity,
  account_id bigint not null,
  token_hash bytea not null,
  secret_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, session_id),
  UNIQUE (tenant_id, token_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id)
);
CREATE INDEX session_account ON public.session USING btree (tenant_id, account_id) WHERE (ended_at IS NULL);
CREATE INDEX session_age ON public.session USING btree (tenant_id, expires_at);
CREATE INDEX session_login ON public.session USING btree (tenant_id, account_id, created_at DESC);

-- fenced by tenant; the application may insert, select, update
create table settle_day (
  tenant_id bigint not null,
  day date not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may insert, select, update
create table settlement (
  tenant_id bigint not null,
  settle_id bigint not null generated always as identity,
  merchant_id bigint not null,
  day date not null,
  after_at timestamp(3) with time zone not null,
  until_at timestamp(3) with time zone not null,
  amount integer not null,
  lines integer not null,
  state text not null,
  payout_no text not null,
  why text not null default ''::text,
  tries integer not null default 0,
  sent_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, settle_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, merchant_id) REFERENCES bank_card(tenant_id, merchant_id),
  CHECK ((amount > 0)),
  CHECK ((state = ANY (ARRAY['success'::text, 'fail'::text, 'settling'::text, 'unknown'::text])))
);
CREATE INDEX settlement_listed ON public.settlement USING btree (tenant_id, created_at, settle_id);
CREATE INDEX settlement_open ON public.settlement USING btree (tenant_id, next_at) WHERE (state = ANY (ARRAY['settling'::text, 'unknown'::text]));
CREATE UNIQUE INDEX settlement_once ON public.settlement USING btree (tenant_id, merchant_id, day);

-- fenced by tenant; the application may delete, insert, select, update
create table slot_change (
  tenant_id bigint not null,
  change_id bigint not null generated always as identity,
  account_id bigint not null,
  goods_id bigint,
  edit jsonb not null,
  edits jsonb,
  device_ids bigint[] not null,
  channel_sns integer[] not null,
  prices integer[] not null,
  maxes integer[] not null,
  enabled boolean[] not null,
  game_prices integer[],
  rates integer[],
  goods_ids bigint[],
  given_prices integer[],
  given_maxes integer[],
  turned_on text[],
  at timestamp(3) with time zone not null,
  undone_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, change_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX slot_change_age ON public.slot_change USING btree (tenant_id, at);
CREATE INDEX slot_change_newest ON public.slot_change USING btree (tenant_id, account_id, goods_id, change_id DESC);

-- fenced by tenant; the application may delete, insert, select, update
create table slot_import (
  tenant_id bigint not null,
  import_id bigint not null generated always as identity,
  account_id bigint not null,
  created_at timestamp(3) with time zone not null,
  applied_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, import_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX slot_import_age ON public.slot_import USING btree (tenant_id, created_at);

-- fenced by tenant; the application may delete, insert, select
create table slot_import_row (
  tenant_id bigint not null,
  import_id bigint not null,
  "row" integer not null,
  kind text not null,
  sn text not null,
  title text not null,
  slot text not null,
  device_id bigint,
  channel_sn integer,
  rev integer,
  goods_id bigint,
  price integer,
  max integer,
  other_goods boolean not null,
  pieces integer not null,
  changes jsonb not null,
  errors jsonb not null,
  PRIMARY KEY (tenant_id, import_id, "row"),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, import_id) REFERENCES slot_import(tenant_id, import_id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['change'::text, 'same'::text, 'error'::text])))
);
CREATE INDEX slot_import_kind ON public.slot_import_row USING btree (tenant_id, import_id, kind, "row");

-- fenced by tenant; the application may delete, insert, select
create table slot_past_goods (
  tenant_id bigint not null,
  device_id bigint not null,
  channel_sn integer not null,
  until timestamp(3) with time zone not null,
  goods_id bigint,
  PRIMARY KEY (tenant_id, device_id, channel_sn, until),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id)
);
CREATE INDEX slot_past_goods_age ON public.slot_past_goods USING btree (tenant_id, until);

-- fenced by tenant; the application may delete, insert, select, update
create table slot_report (
  tenant_id bigint not null,
  device_id bigint not null,
  channel_sn integer not null,
  quantity integer not null,
  max integer not null,
  state text not null,
  fault text,
  at timestamp(3) with time zone not null,
  booked integer not null default 0,
  PRIMARY KEY (tenant_id, device_id, channel_sn),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id),
  CHECK ((state = ANY (ARRAY['ok'::text, 'off'::text, 'fault'::text])))
);

-- global; the application may delete, insert, select, update
create table sms_code (
  phone text not null,
  purpose text not null,
  code_hash bytea not null,
  sign_hash bytea not null,
  tries integer not null default 0,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  PRIMARY KEY (phone, purpose)
);
CREATE UNIQUE INDEX sms_code_sign ON public.sms_code USING btree (sign_hash);

-- global; the application may delete, insert, select
create table sms_inbox (
  inbox_id bigint not null generated always as identity,
  phone text not null,
  purpose text not null,
  code text not null,
  sent_at timestamp(3) with time zone not null,
  PRIMARY KEY (inbox_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table statement_line (
  tenant_id bigint not null,
  client text not null,
  account_key bigint not null default 0,
  kind text not null,
  merchant_order text not null,
  refund_no text not null,
  txn text not null,
  amount integer not null,
  at timestamp(3) with time zone not null,
  day date not null,
  read_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, merchant_order, client, account_key, kind, refund_no, txn),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((kind = ANY (ARRAY['pay'::text, 'refund'::text])))
);
CREATE INDEX statement_line_day ON public.statement_line USING btree (tenant_id, day, client, account_key, merchant_order);

-- fenced by tenant; the application may delete, insert, select, update
create table statement_run (
  tenant_id bigint not null,
  client text not null,
  account_key bigint not null default 0,
  day date not null,
  source text,
  lines integer not null,
  matched integer not null,
  differing integer not null,
  our_paid bigint not null,
  their_paid bigint not null,
  our_refunded bigint not null,
  their_refunded bigint not null,
  ended_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, client, account_key, day),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((source = ANY (ARRAY['provider'::text, 'file'::text])))
);
CREATE INDEX statement_run_newest ON public.statement_run USING btree (tenant_id, day DESC, client);

-- fenced by tenant; the application may insert, select, update
create table statement_watch (
  tenant_id bigint not null,
  noted_to date not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may delete, insert, select
create table stock_move (
  tenant_id bigint not null,
  move_id bigint not null generated always as identity,
  device_id bigint not null,
  channel_sn integer not null,
  goods_id bigint,
  reason text not null,
  before integer not null,
  after integer not null,
  at timestamp(3) with time zone not null,
  account_id bigint,
  username text not null,
  command_id bigint,
  orderno text,
  takes_back bigint,
  PRIMARY KEY (tenant_id, move_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES device(tenant_id, device_id),
  CHECK (((after <> before) OR (reason = 'opening'::text)))
);
CREATE INDEX stock_move_age ON public.stock_move USING btree (tenant_id, at) WHERE (reason <> 'opening'::text);
CREATE INDEX stock_move_history ON public.stock_move USING btree (tenant_id, device_id, at DESC, move_id DESC);
CREATE INDEX stock_move_of_bill ON public.stock_move USING btree (tenant_id, orderno) WHERE (orderno IS NOT NULL);
CREATE INDEX stock_move_of_command ON public.stock_move USING btree (tenant_id, command_id) WHERE (command_id IS NOT NULL);
CREATE INDEX stock_move_of_slot ON public.stock_move USING btree (tenant_id, device_id, channel_sn, at DESC, move_id DESC);
CREATE INDEX stock_move_opening ON public.stock_move USING btree (tenant_id, device_id, channel_sn) WHERE (reason = 'opening'::text);
CREATE INDEX stock_move_taken_back ON public.stock_move USING btree (tenant_id, takes_back) WHERE (takes_back IS NOT NULL);

-- fenced by tenant; the application may insert, select, update
create table store (
  tenant_id bigint not null,
  store_id bigint not null generated always as identity,
  area_id bigint,
  store_name text not null,
  phone text not null,
  store_address text not null,
  remarks text not null,
  auto_refund boolean not null,
  manager text not null,
  manager_phone text not null,
  customer_no text not null,
  mode text not null,
  mode_text text not null,
  coo_mode text not null,
  coo_mode_text text not null,
  coo_start_date date,
  coo_end_date date,
  merchant_id bigint,
  account_since timestamp(3) with time zone,
  coo_share integer,
  coo_rent integer,
  part_failed text not null default 'case'::text,
  rev integer not null default 1,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, store_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, area_id) REFERENCES area(tenant_id, area_id),
  CHECK (((coo_share >= 0) AND (coo_share <= 10000))),
  CHECK ((coo_rent >= 0)),
  CHECK ((part_failed = ANY (ARRAY['case'::text, 'whole'::text, 'voucher'::text])))
);
CREATE INDEX store_in_area ON public.store USING btree (tenant_id, area_id, store_id);
CREATE INDEX store_listed ON public.store USING btree (tenant_id, store_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX store_of_area ON public.store USING btree (tenant_id, area_id) WHERE (deleted_at IS NULL);
CREATE INDEX store_payout ON public.store USING btree (tenant_id, merchant_id) WHERE (merchant_id IS NOT NULL);

-- fenced by tenant; the application may insert, select
create table store_past_account (
  tenant_id bigint not null,
  store_id bigint not null,
  until timestamp(3) with time zone not null,
  merchant_id bigint,
  PRIMARY KEY (tenant_id, store_id, until),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES store(tenant_id, store_id)
);

-- fenced by tenant; the application may delete, insert, select
create table store_past_terms (
  tenant_id bigint not null,
  store_id bigint not null,
  until date not null,
  coo_share integer,
  coo_rent integer,
  PRIMARY KEY (tenant_id, store_id, until),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES store(tenant_id, store_id)
);

-- global; the application may delete, insert, select, update
create table stray_sale (
  stray_id bigint not null generated always as identity,
  sn text not null,
  digest bytea not null,
  mid text not null,
  sent_ts bigint,
  received_at timestamp(3) with time zone not null,
  payload bytea,
  ended_at timestamp(3) with time zone,
  note text not null default ''::text,
  PRIMARY KEY (stray_id)
);
CREATE INDEX stray_sale_open ON public.stray_sale USING btree (sn) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX stray_sale_once ON public.stray_sale USING btree (sn, digest);

-- fenced by tenant; the application may insert, select, update
create table tenant (
  tenant_id bigint not null,
  mch_name text not null,
  country text not null,
  business text not null,
  agent text,
  custom jsonb,
  created_at timestamp(3) with time zone not null,
  demo boolean not null default false,
  fee_rate integer,
  PRIMARY KEY (tenant_id),
  CHECK (((fee_rate >= 0) AND (fee_rate <= 10000))),
  CHECK ((country = ANY (ARRAY['CN'::text, 'MY'::text])))
);

-- fenced by tenant; the application may insert, select, update
create table tenant_key (
  tenant_id bigint not null,
  key_no integer not null,
  master text not null,
  wrapped bytea not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, key_no),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table threshold (
  tenant_id bigint not null,
  store_id bigint not null default 0,
  device_id bigint not null default 0,
  low_mode text,
  low_value integer,
  offline_minutes integer,
  PRIMARY KEY (tenant_id, store_id, device_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK (((low_mode IS NULL) = (low_value IS NULL))),
  CHECK (((low_value >= 0) AND (low_value <= 999))),
  CHECK (((offline_minutes >= 2) AND (offline_minutes <= 1440))),
  CHECK (((store_id = 0) OR (device_id = 0))),
  CHECK ((low_mode = ANY (ARRAY['share'::text, 'pieces'::text])))
);

-- fenced by tenant; the application may delete, insert, select, update
create table upload (
  tenant_id bigint not null,
  file text not null,
  account_id bigint not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, file, account_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, account_id)
);
CREATE INDEX upload_age ON public.upload USING btree (tenant_id, created_at);

-- fenced by tenant; the application may insert, select, update
create table voucher (
  tenant_id bigint not null,
  gift_id bigint not null generated always as identity,
  batch_id bigint not null,
  code text not null,
  state text not null default 'unused'::text,
  used_at timestamp(3) with time zone,
  orderno text,
  device_id bigint,
  PRIMARY KEY (tenant_id, gift_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, batch_id) REFERENCES voucher_batch(tenant_id, batch_id),
  CHECK ((((state = 'used'::text) = (used_at IS NOT NULL)) AND ((state = 'used'::text) = (orderno IS NOT NULL)) AND ((state = 'used'::text) = (device_id IS NOT NULL)))),
  CHECK ((state = ANY (ARRAY['unused'::text, 'used'::text, 'deleted'::text])))
);
CREATE INDEX voucher_of_batch ON public.voucher USING btree (tenant_id, batch_id, gift_id);
CREATE INDEX voucher_used_at ON public.voucher USING btree (tenant_id, used_at) WHERE (used_at IS NOT NULL);
CREATE UNIQUE INDEX voucher_code ON public.voucher USING btree (tenant_id, code);
CREATE UNIQUE INDEX voucher_order ON public.voucher USING btree (tenant_id, orderno) WHERE (orderno IS NOT NULL);

-- fenced by tenant; the application may insert, select
create table voucher_batch (
  tenant_id bigint not null,
  batch_id bigint not null generated always as identity,
  name text not null,
  goods_id bigint not null,
  quantity integer not null,
  referrer_id bigint,
  devices text[] not null default '{}'::text[],
  for_orderno text,
  created_at timestamp(3) with time zone not null,
  PRIMARY KEY (tenant_id, batch_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  FOREIGN KEY (tenant_id, goods_id) REFERENCES goods(tenant_id, goods_id),
  FOREIGN KEY (tenant_id, referrer_id) REFERENCES referrer(tenant_id, referrer_id),
  CHECK (((quantity >= 1) AND (quantity <= 100)))
);
CREATE INDEX voucher_batch_for ON public.voucher_batch USING btree (tenant_id, for_orderno) WHERE (for_orderno IS NOT NULL);
CREATE INDEX voucher_batch_goods ON public.voucher_batch USING btree (tenant_id, goods_id);
CREATE INDEX voucher_batch_referrer ON public.voucher_batch USING btree (tenant_id, referrer_id) WHERE (referrer_id IS NOT NULL);

-- fenced by tenant; the application may delete, insert, select, update
create table webhook (
  tenant_id bigint not null,
  webhook_id bigint not null generated always as identity,
  name text not null,
  url text not null,
  secret bytea,
  kinds text[] not null,
  enabled boolean not null default true,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  busy_until timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  tries integer not null default 0,
  failing_since timestamp(3) with time zone,
  given_up_at timestamp(3) with time zone,
  last_sent_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, webhook_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX webhook_present ON public.webhook USING btree (tenant_id) WHERE (deleted_at IS NULL);

-- fenced by tenant; the application may insert, select, update
create table webhook_counter (
  tenant_id bigint not null,
  last_seq bigint not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

-- fenced by tenant; the application may delete, insert, select, update
create table webhook_delivery (
  tenant_id bigint not null,
  webhook_id bigint not null,
  seq bigint not null,
  kind text not null,
  state text not null,
  tries integer not null default 0,
  next_at timestamp(3) with time zone,
  status integer,
  why text,
  queued_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  PRIMARY KEY (tenant_id, webhook_id, seq),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dead'::text])))
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (tenant_id, webhook_id, ((next_at IS NOT NULL)), seq) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_listed ON public.webhook_delivery USING btree (tenant_id, webhook_id, queued_at, seq);

-- fenced by tenant; the application may delete, insert, select, update
create table webhook_event (
  tenant_id bigint not null,
  event_id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  cause text not null default 'first'::text,
  device_id bigint not null,
  store_id bigint,
  facts jsonb,
  at timestamp(3) with time zone not null,
  seq bigint,
  body text,
  PRIMARY KEY (tenant_id, event_id),
  UNIQUE (tenant_id, kind, subject, cause),
  FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);
CREATE INDEX webhook_event_dated ON public.webhook_event USING btree (tenant_id, at);
CREATE INDEX webhook_event_new ON public.webhook_event USING btree (tenant_id, event_id) WHERE (seq IS NULL);
CREATE UNIQUE INDEX webhook_event_seq ON public.webhook_event USING btree (tenant_id, seq) WHERE (seq IS NOT NULL);
