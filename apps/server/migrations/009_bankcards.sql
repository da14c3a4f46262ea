-- Bank cards: what merchants hand in to be paid out. `sealed`: the numbers, encrypted together; empty once the card is
-- deleted. `tail`: the last four digits of the account, to search by.
create table bank_card (
  tenant_id bigint not null references tenant,
  merchant_id bigint not null generated always as identity,
  account_id bigint not null,
  state text not null constraint bank_card_state
    check (state in ('no_id_photo', 'reviewing', 'approved', 'not_approved')),
  reason text not null default '',
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
  -- What lists show of the numbers; computed once, so that a list opens nothing.
  masked jsonb not null,
  created_at timestamptz(3) not null,
  state_at timestamptz(3) not null,
  -- When a card was first approved: money may be booked to it from then on, also once its approval is taken back.
  approved_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (tenant_id, merchant_id),
  foreign key (tenant_id, account_id) references account
);
create unique index bank_card_email on bank_card (tenant_id, email) where deleted_at is null;
create index bank_card_listed on bank_card (tenant_id, merchant_id desc) where deleted_at is null;
create index bank_card_waiting on bank_card (tenant_id, state_at) where state = 'reviewing' and deleted_at is null;
call fence('bank_card', 'select, insert, update');

-- Photos: encrypted files. One without a card was uploaded and not handed in yet.
create table bank_photo (
  tenant_id bigint not null references tenant,
  file text not null,
  account_id bigint not null,
  merchant_id bigint,
  kind text constraint bank_photo_kind
    check (kind in ('id_card_z', 'id_card_f', 'bank_z', 'bank_f', 'hold_id_card')),
  mime text not null,
  width int not null,
  height int not null,
  bytes int not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, file),
  foreign key (tenant_id, merchant_id) references bank_card
);
create unique index bank_photo_of_card on bank_photo (tenant_id, merchant_id, kind) where merchant_id is not null;
create index bank_photo_age on bank_photo (tenant_id, created_at) where merchant_id is null;
call fence('bank_photo', 'select, insert, update, delete');

-- What a form holds before it is sent; one for each account.
create table bank_draft (
  tenant_id bigint not null references tenant,
  account_id bigint not null,
  sealed bytea not null,
  saved_at timestamptz(3) not null,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references account
);
call fence('bank_draft', 'select, insert, update, delete');

-- The directory of bank branches, for all merchants. The operator imports it; head offices are there from the start.
create table bank_branch (
  bank_no text primary key,
  bank_code text not null,
  name text not null,
  province text not null,
  city text not null,
  province_code text not null,
  city_code text not null
);
create index bank_branch_place on bank_branch (bank_code, city_code, bank_no);
grant select, insert, update on bank_branch to slotwise_app;
insert into bank_branch (bank_no, bank_code, name, province, city, province_code, city_code) values
  ('102100099996', '102', '中国工商银行总行', '北京市', '北京市', '110000', '110100'),
  ('103100000026', '103', '中国农业银行总行', '北京市', '北京市', '110000', '110100'),
  ('104100000004', '104', '中国银行总行', '北京市', '北京市', '110000', '110100'),
  ('105100000017', '105', '中国建设银行总行', '北京市', '北京市', '110000', '110100'),
  ('301290000007', '301', '交通银行总行', '上海市', '上海市', '310000', '310100'),
  ('302100011000', '302', '中信银行总行', '北京市', '北京市', '110000', '110100'),
  ('303100000006', '303', '中国光大银行总行', '北京市', '北京市', '110000', '110100'),
  ('304100040000', '304', '华夏银行总行', '北京市', '北京市', '110000', '110100'),
  ('305100000013', '305', '中国民生银行总行', '北京市', '北京市', '110000', '110100'),
  ('306581000003', '306', '广发银行总行', '广东省', '广州市', '440000', '440100'),
  ('307584007998', '307', '平安银行总行', '广东省', '深圳市', '440000', '440300'),
  ('308584000013', '308', '招商银行总行', '广东省', '深圳市', '440000', '440300'),
  ('309391000011', '309', '兴业银行总行', '福建省', '福州市', '350000', '350100'),
  ('310290000013', '310', '上海浦东发展银行总行', '上海市', '上海市', '310000', '310100'),
  ('403100000004', '403', '中国邮政储蓄银行总行', '北京市', '北京市', '110000', '110100');
