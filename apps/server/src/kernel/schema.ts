// Generated from the migrations by `npm run gen`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Json = ColumnType<unknown, string | null, string | null>

export type AccountTable = {
  tenant_id: string
  account_id: GeneratedAlways<string>
  username: string
  nickname: string
  phone: Generated<string>
  is_main: boolean
  password_hash: string
  operation_hash: string | null
  operation_locked_at: Date | null
  role_id: string | null
  all_device: Generated<boolean>
  created_by: string | null
  suspended_at: Date | null
  phone_verified_at: Date | null
  is_key: Generated<boolean>
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type AccountAreaTable = {
  tenant_id: string
  account_id: string
  area_id: string
}

export type AccountDeviceTable = {
  tenant_id: string
  account_id: string
  device_id: string
}

export type AccountStoreTable = {
  tenant_id: string
  account_id: string
  store_id: string
}

export type AgentTable = {
  code: string
  name: string
  logo: string | null
  copyright: string | null
}

export type AgentAccountTable = {
  agent_account_id: GeneratedAlways<string>
  agent: string
  provider: string
  account_no: string
  app_id: string
  master: string
  sealed: Buffer
  notice_key: string
  enabled: boolean
  rev: number
  created_at: Date
  changed_at: Date
}

export type AgentOfferTable = {
  agent: string
  clients: string[]
}

export type AlertTable = {
  tenant_id: string
  alert_id: GeneratedAlways<string>
  device_id: string
  kind: string
  opened_at: Date
  closed_at: Date | null
  clear_since: Date | null
  taker: string | null
  taken_at: Date | null
  done_at: Date | null
  remarks: Generated<string>
}

export type AlertLookTable = {
  tenant_id: string
  looked_at: Date
}

export type ApiKeyTable = {
  tenant_id: string
  key_id: string
  secret_hash: Buffer
  tail: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

export type AreaTable = {
  tenant_id: string
  area_id: GeneratedAlways<string>
  area_name: string
  phone: string
  area_address: string
  remarks: string
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type AuditTable = {
  tenant_id: string
  audit_id: GeneratedAlways<string>
  at: Date
  account_id: string | null
  username: string
  address: string
  request_id: string
  call: string
  object: string
  object_id: string
  before: Json | null
  after: Json | null
}

export type AuditSealTable = {
  tenant_id: string
  seal_id: number
  audit_ids: string[]
  row_hashes: Buffer
  hash: Buffer
  sealed_at: Date
}

export type BankBranchTable = {
  bank_no: string
  bank_code: string
  name: string
  province: string
  city: string
  province_code: string
  city_code: string
}

export type BankCardTable = {
  tenant_id: string
  merchant_id: GeneratedAlways<string>
  account_id: string
  state: string
  reason: Generated<string>
  mch_name: string
  person: string
  email: string
  province_code: string
  city_code: string
  district_code: string
  address: string
  bank_code: string
  bank: string
  bank_province: string
  bank_city: string
  bank_branch: string
  bank_no: string
  acct_name: string
  acct_cert_type: string
  cert_start_date: string
  cert_expire_date: string | null
  tail: string
  sealed: Buffer
  masked: Json
  created_at: Date
  state_at: Date
  approved_at: Date | null
  deleted_at: Date | null
}

export type BankDraftTable = {
  tenant_id: string
  account_id: string
  sealed: Buffer
  saved_at: Date
}

export type BankPhotoTable = {
  tenant_id: string
  file: string
  account_id: string
  merchant_id: string | null
  kind: string | null
  mime: string
  width: number
  height: number
  bytes: number
  created_at: Date
}

export type BillTable = {
  tenant_id: string
  create_at: Date
  orderno: string
  device_id: string
  sn: string
  dev_type: string
  store_id: string | null
  merchant_id: string | null
  client: string
  kind: string
  status: number
  status_before: number | null
  total_price: number
  list_price: number
  refunded: Generated<number>
  goods: Json
  oddities: string[]
  sale_id: string | null
  sent_ts: string | null
  reported_at: Date | null
  command_id: string | null
  cash: Json | null
}

export type BillGoodsTable = {
  tenant_id: string
  goods_id: string
  create_at: Date
  orderno: string
}

export type BillRefundTable = {
  tenant_id: string
  refund_id: GeneratedAlways<string>
  orderno: string
  bill_at: Date
  kind: string
  state: string
  client: string
  amount: number
  part: boolean
  remarks: string
  refund_no: string
  why: string | null
  account_id: string | null
  username: string
  asked_at: Date
  sent_at: Date | null
  done_at: Date | null
  next_at: Date | null
  tries: Generated<number>
}

export type BulkRefillTable = {
  tenant_id: string
  refill_id: GeneratedAlways<string>
  account_id: string
  kind: Generated<string>
  device_ids: string[]
  channel_sns: number[]
  goods_ids: string[]
  pieces: number[]
  counted_ats: (Date | null)[] | null
  last_move: string
  at: Date
  undone_at: Date | null
}

export type CardTable = {
  tenant_id: string
  card_id: GeneratedAlways<string>
  cardno: string
  nickname: string
  openid: string
  note: string
  point: number
  device: Generated<string[]>
  spent: Generated<string>
  visits: Generated<number>
  last_visit: Date | null
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type ChannelTable = {
  tenant_id: string
  device_id: string
  channel_sn: number
  goods_id: string | null
  price: number | null
  game_price: number | null
  rate: number | null
  quantity: Generated<number>
  max: Generated<number>
  enabled: Generated<boolean>
  settings_rev: Generated<string>
  low_share: Generated<number>
  low_pieces: number | null
  low_level: GeneratedAlways<number>
  counted_at: Date | null
  rev: Generated<number>
}

export type ChatEventTable = {
  tenant_id: string
  event_digest: Buffer
  created_at: Date
}

export type ChatPersonTable = {
  person: Buffer
  tenant_id: string
}

export type CommandTable = {
  tenant_id: string
  command_id: GeneratedAlways<string>
  device_id: string
  sn: string
  op: string
  args: Json
  attach: Generated<string>
  state: Generated<string>
  account_id: string | null
  username: string
  created_at: Date
  expires_at: Date
  due_at: Date
  sent_at: Date | null
  acknowledged_at: Date | null
  finished_at: Date | null
  fault: string | null
  why: string | null
  items: Json
}

export type CouponTable = {
  tenant_id: string
  coupon_id: GeneratedAlways<string>
  name: string
  type: string
  value: number
  quantity: number
  limit_period: string
  limit_count: number
  start_date: string | null
  end_date: string | null
  stores: Generated<string[]>
  token: string
  received: Generated<number>
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type CouponGrantTable = {
  tenant_id: string
  grant_id: GeneratedAlways<string>
  coupon_id: string
  code: string
  browser: Buffer
  cardno: Generated<string>
  state: Generated<string>
  received_at: Date
  used_at: Date | null
  orderno: string | null
  discount: number | null
  paid: number | null
}

export type DeviceTable = {
  tenant_id: string
  device_id: GeneratedAlways<string>
  sn: string
  type: Generated<string>
  title: string
  store_id: string | null
  merchant_id: string | null
  placed_at: Date | null
  bound_at: Date
  unbound_at: Date | null
  settings: Json
  settings_rev: Generated<string>
  applied_rev: Generated<string>
  applied_at: Date | null
  changed_revs: Json
  unsupported_settings: Generated<string[]>
  rev: Generated<number>
}

export type DeviceCooldownTable = {
  tenant_id: string
  device_id: string
  kind: string
  until: Date
}

export type DeviceFaultTable = {
  tenant_id: string
  fault_id: GeneratedAlways<string>
  device_id: string
  code: string
  channel_sn: Generated<number>
  raw: string
  since: Date
  since_by_clock: Generated<boolean>
  cleared_at: Date | null
}

export type DevicePastPlaceTable = {
  tenant_id: string
  device_id: string
  until: Date
  store_id: string | null
  merchant_id: string | null
}

export type DeviceStateTable = {
  tenant_id: string
  device_id: string
  online: Generated<boolean>
  since: Date
  lost_at: Date | null
  heard_at: Date | null
  boot: Generated<string>
  reason: string | null
  rssi: number | null
  net: string | null
  app: string | null
  android: string | null
  temperature: number | null
  initializing_since: Date | null
  slots_rev: string | null
  told_at: Date | null
  untold: Generated<boolean>
  slots_at: Date | null
  off: Generated<boolean>
  switched_at: Date | null
  unbound_at: Date | null
  comings: Generated<number>
  comings_since: Date | null
  contested_at: Date | null
}

export type DeviceTemperatureTable = {
  tenant_id: string
  device_id: string
  hour: Date
  lowest: number
  highest: number
}

export type ExceptionCaseTable = {
  tenant_id: string
  case_id: GeneratedAlways<string>
  kind: string
  reason: string
  subject: string
  orderno: string | null
  order_at: Date | null
  merchant_order: string | null
  device_id: string | null
  store_id: string | null
  client: string | null
  account_key: Generated<string>
  amount: string
  their_paid: string | null
  their_refunded: string | null
  txn: string | null
  since: Date
  found_at: Date
  closed_at: Date | null
  taker: string | null
  taken_at: Date | null
  done_at: Date | null
  remarks: Generated<string>
  lost_at: Date | null
  mid: string | null
  sent_ts: string | null
  field: string | null
  slip: string | null
  payload: Buffer | null
  doubtful: boolean | null
}

export type FileLinkTable = {
  tenant_id: string
  token_hash: Buffer
  job_id: string
  expires_at: Date
}

export type FundDayTable = {
  tenant_id: string
  merchant_id: string
  day: string
  account: string
  kind: string
  amount: string
  lines: number
}

export type FundFoldedTable = {
  tenant_id: string
  until: Date
}

export type FundSumTable = {
  tenant_id: string
  merchant_id: string
  account: string
  amount: string
}

export type GameWinTable = {
  tenant_id: string
  client: string
  payer: Buffer
  won_at: Date
}

export type GoodsTable = {
  tenant_id: string
  goods_id: GeneratedAlways<string>
  title: string
  price: number | null
  min_price: number | null
  max_price: number | null
  description: string
  code: string
  tags: string[]
  created_by: string
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type GoodsChangeTable = {
  tenant_id: string
  change_id: GeneratedAlways<string>
  account_id: string
  kind: string
  edit: Json
  before: Json
  at: Date
  undone_at: Date | null
}

export type GoodsImageTable = {
  tenant_id: string
  goods_id: string
  place: number
  image_id: string
}

export type GoodsImportTable = {
  tenant_id: string
  import_id: GeneratedAlways<string>
  account_id: string
  own_only: boolean
  created_at: Date
  job_id: string | null
  applied_at: Date | null
}

export type GoodsImportRowTable = {
  tenant_id: string
  import_id: string
  row: number
  kind: string
  title: string
  goods_id: string | null
  rev: number | null
  draft: Json | null
  changes: Json
  errors: Json
  like: Json | null
  choice: string | null
  choices: Generated<string[]>
  update_kind: string | null
  add_draft: Json | null
  add_changes: Json | null
}

export type HandPayoutTable = {
  payout_no: string
  amount: string
  currency: string
  account: Buffer
  state: string
  why: Generated<string>
  created_at: Date
  done_at: Date | null
}

export type HeardMessageTable = {
  tenant_id: string
  device_id: string
  mid: string
  ts: string
  boot: string | null
  heard_at: Date
}

export type ImageTable = {
  tenant_id: string
  image_id: GeneratedAlways<string>
  name: string
  file: string
  width: number
  height: number
  bytes: number
  created_by: string
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type InboxMessageTable = {
  tenant_id: string
  account_id: string
  notice_id: string
  created_at: Date
  read_at: Date | null
}

export type InvitationTable = {
  tenant_id: string
  account_id: string
  code_hash: Buffer
  phone: string
  created_at: Date
  expires_at: Date
}

export type JobTable = {
  tenant_id: string
  job_id: GeneratedAlways<string>
  account_id: string
  kind: string
  input: Json
  rights: Json
  locale: string
  state: Generated<string>
  progress: Generated<number>
  total: number | null
  file_name: string | null
  blob_key: string | null
  file_bytes: string | null
  error: string | null
  created_at: Date
  finished_at: Date | null
}

export type LedgerLineTable = {
  tenant_id: string
  at: Date
  posting: string
  account: string
  orderno: string
  merchant_id: string
  client: string
  amount: number
  settle_id: string | null
}

export type LedgerStoreDayTable = {
  tenant_id: string
  day: string
  store_id: string
  client: string
  count: number
  taken: string
  refunded: string
}

export type LimitCounterTable = {
  key: string
  count: number
  resets_at: Date
}

export type ListViewTable = {
  tenant_id: string
  view_id: GeneratedAlways<string>
  account_id: string
  list: string
  name: string
  filter: Json
  shared: boolean
  created_at: Date
}

export type LiveEventTable = {
  tenant_id: string
  event_id: string
  kind: string
  account_id: string | null
  permission: string | null
  store_id: string | null
  device_id: string | null
  data: Json
  created_at: Date
}

export type LiveEventCounterTable = {
  tenant_id: string
  last_event: string
}

export type LoginTable = {
  username: string
  tenant_id: string
  account_id: string
}

export type MachineTable = {
  sn: string
  type: string
  slots: number
  secret_hash: string
  next_secret_hash: string | null
  bind_code_hash: Buffer | null
  tenant_id: string | null
  device_id: string | null
  settings_rev: Generated<string>
  secret_at: Date
  next_secret_at: Date | null
  created_at: Date
}

export type MachineInboxTable = {
  tenant_id: string
  device_id: string
  ref: string
  mid: string
  digest: Buffer
  orderno: string
  ts: string
  happened_at: Date
  clock_doubtful: boolean
  received_at: Date
}

export type MachineOwnerTable = {
  sn: string
  tenant_id: string
  device_id: string
  since: Date
  until: Date | null
}

export type MerchantOfferTable = {
  tenant_id: string
  clients: string[]
}

export type MessageSlipTable = {
  tenant_id: string
  device_id: string
  name: string
  field: string
  reason: string
  outcome: string
  count: string
  first_at: Date
  last_at: Date
  last_mid: string
}

export type NoticeTable = {
  tenant_id: string
  notice_id: GeneratedAlways<string>
  notify_id: string
  state: string
  is_summary: Generated<boolean>
  is_test: Generated<boolean>
  tries: Generated<number>
  next_at: Date | null
  sent_at: Date | null
  why: Generated<string>
  created_at: Date
}

export type NoticeEventTable = {
  tenant_id: string
  event_id: GeneratedAlways<string>
  kind: string
  phase: string
  subject: string
  device_id: string
  store_id: string | null
  orderno: string | null
  amount: number | null
  low: Generated<number>
  faults: Generated<string[]>
  at: Date
  told_at: Date | null
}

export type NoticeItemTable = {
  tenant_id: string
  notify_id: string
  event_id: string
  notice_id: string
}

export type OperationSignTable = {
  tenant_id: string
  sign_hash: Buffer
  session_id: string
  account_id: string
  expires_at: Date
}

export type PayAccountTable = {
  tenant_id: string
  pay_account_id: GeneratedAlways<string>
  provider: string
  account_no: string
  app_id: string
  sealed: Buffer
  notice_key: string
  enabled: boolean
  rev: number
  created_at: Date
  changed_at: Date
}

export type PayOrderTable = {
  tenant_id: string
  create_at: Date
  orderno: string
  device_id: string
  sn: string
  store_id: string | null
  merchant_id: string | null
  client: string
  kind: string
  state: string
  amount: number
  discount: Generated<number>
  goods: Json
  pay_account_id: string | null
  agent_account_id: string | null
  merchant_order: string
  cardno: Generated<string>
  req_id: string | null
  request_digest: Buffer | null
  qr: string | null
  provider_txn: string | null
  payer: Buffer | null
  difficulty: string | null
  fee_rate: Generated<number>
  expires_at: Date | null
  paid_at: Date | null
  closed_at: Date | null
  is_paid_sent: boolean | null
  paid_sent_at: Date | null
  line_lost_at: Date | null
}

export type PhoneLoginTable = {
  phone: string
  tenant_id: string
  account_id: string
}

export type PointMoveTable = {
  tenant_id: string
  move_id: GeneratedAlways<string>
  card_id: string
  at: Date
  reason: string
  amount: number
  balance: number
  orderno: Generated<string>
  account_id: string | null
}

export type ProviderSilenceTable = {
  account: string
  calls: number
  since: Date
  shut_until: Date | null
}

export type PushEndpointTable = {
  endpoint_digest: Buffer
  tenant_id: string
}

export type PushMessageTable = {
  tenant_id: string
  push_id: string
  notice_id: string
  tries: Generated<number>
  next_at: Date
  created_at: Date
}

export type PushSubscriptionTable = {
  tenant_id: string
  push_id: GeneratedAlways<string>
  account_id: string
  session_id: string
  endpoint_digest: Buffer
  sealed: Buffer
  locale: string
  created_at: Date
  failing_since: Date | null
}

export type ReceiverTable = {
  tenant_id: string
  notify_id: GeneratedAlways<string>
  channel: string
  account_id: string | null
  address: Buffer | null
  person: Buffer | null
  stopped_at: Date | null
  name: Generated<string>
  notice: Generated<boolean>
  not_disture: Generated<boolean>
  start_notify: Generated<string>
  end_notify: Generated<string>
  kinds: string[]
  all_device: Generated<boolean>
  stores: Generated<string[]>
  remarks: Generated<string>
  created_at: Date
  last_sent_at: Date | null
  deleted_at: Date | null
}

export type ReceiverBindTable = {
  tenant_id: string
  scene: Buffer
  account_id: string
  channel: Generated<string>
  locale: Generated<string>
  site: Generated<string>
  expires_at: Date
  used_by: string | null
  notify_id: string | null
}

export type ReferrerTable = {
  tenant_id: string
  referrer_id: GeneratedAlways<string>
  name: string
  number: string
  region: Generated<string[]>
  commission: number
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type ReferrerPastTermsTable = {
  tenant_id: string
  referrer_id: string
  until: string
  region: string[]
  commission: number | null
}

export type RefillRouteTable = {
  tenant_id: string
  account_id: string
  store_ids: string[]
}

export type RefillVisitTable = {
  tenant_id: string
  visit_id: string
  account_id: string
  device_id: string
  sn: string
  read_at: Date
  at: Date
  slots: Json
  result: Json | null
}

export type RepeatedCallTable = {
  tenant_id: string
  account_id: string
  key: string
  call: string
  input_hash: Buffer
  answer: Json | null
  rights: string
  created_at: Date
}

export type ReportPlanTable = {
  tenant_id: string
  plan_id: GeneratedAlways<string>
  account_id: string
  name: string
  rhythm: string
  content: Json
  next_on: string
  rev: Generated<number>
  created_at: Date
}

export type RoleTable = {
  tenant_id: string
  role_id: GeneratedAlways<string>
  name: string
  note: string
  permission_ids: number[]
  goods_scope: Generated<string>
  bank_scope: Generated<string>
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type SalesDeviceDayTable = {
  tenant_id: string
  day: string
  store_id: string
  device_id: string
  client: string
  count: number
  normal: number
  abnormal: number
  refund_only: number
  mixed: number
  income: string
  refund: string
}

export type SalesDeviceHourTable = {
  tenant_id: string
  hour: Date
  store_id: string
  device_id: string
  client: string
  count: number
  normal: number
  abnormal: number
  refund_only: number
  mixed: number
  income: string
  refund: string
}

export type SalesDeviceMonthTable = {
  tenant_id: string
  month: string
  store_id: string
  device_id: string
  client: string
  count: number
  normal: number
  abnormal: number
  refund_only: number
  mixed: number
  income: string
  refund: string
}

export type SalesGoodsClientDayTable = {
  tenant_id: string
  day: string
  goods_id: string
  store_id: string
  device_id: string
  client: string
  count: number
  pieces: number
  income: string
  refund: string
}

export type SalesGoodsClientMonthTable = {
  tenant_id: string
  month: string
  goods_id: string
  store_id: string
  device_id: string
  client: string
  count: number
  pieces: number
  income: string
  refund: string
}

export type SalesGoodsDayTable = {
  tenant_id: string
  day: string
  store_id: string
  device_id: string
  channel_sn: number
  goods_id: string
  count: number
  pieces: number
  income: string
  refund: string
}

export type SalesGoodsMonthTable = {
  tenant_id: string
  month: string
  store_id: string
  device_id: string
  goods_id: string
  count: number
  pieces: number
  income: string
  refund: string
}

export type SalesStoreDayTable = {
  tenant_id: string
  day: string
  store_id: string
  client: string
  count: number
  normal: number
  abnormal: number
  refund_only: number
  mixed: number
  income: string
  refund: string
}

export type SalesStoreHourTable = {
  tenant_id: string
  hour: Date
  store_id: string
  client: string
  count: number
  normal: number
  abnormal: number
  refund_only: number
  mixed: number
  income: string
  refund: string
}

export type SalesStoreMonthTable = {
  tenant_id: string
  month: string
  store_id: string
  client: string
  count: number
  normal: number
  abnormal: number
  refund_only: number
  mixed: number
  income: string
  refund: string
}

export type SandboxMannersTable = {
  sandbox: string
  manners: Json
}

export type SandboxPaymentTable = {
  merchant_order: string
  channel: string
  amount: number
  currency: string
  subject: string
  notify_to: string
  state: string
  payer: string | null
  txn: string | null
  refunded: Generated<number>
  manners: Json
  created_at: Date
  paid_at: Date | null
}

export type SandboxPayoutTable = {
  payout_no: string
  amount: string
  currency: string
  account: Buffer
  state: string
  why: string | null
  created_at: Date
}

export type SandboxRefundTable = {
  refund_no: string
  merchant_order: string
  amount: number
  state: string
  why: string | null
  created_at: Date
}

export type SessionTable = {
  tenant_id: string
  session_id: GeneratedAlways<string>
  account_id: string
  token_hash: Buffer
  secret_hash: Buffer
  address: string
  user_agent: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

export type SettleDayTable = {
  tenant_id: string
  day: string
}

export type SettlementTable = {
  tenant_id: string
  settle_id: GeneratedAlways<string>
  merchant_id: string
  day: string
  after_at: Date
  until_at: Date
  amount: number
  lines: number
  state: string
  payout_no: string
  why: Generated<string>
  tries: Generated<number>
  sent_at: Date | null
  next_at: Date | null
  created_at: Date
  done_at: Date | null
}

export type SlotChangeTable = {
  tenant_id: string
  change_id: GeneratedAlways<string>
  account_id: string
  goods_id: string | null
  edit: Json
  edits: Json | null
  device_ids: string[]
  channel_sns: number[]
  prices: number[]
  maxes: number[]
  enabled: boolean[]
  game_prices: number[] | null
  rates: number[] | null
  goods_ids: string[] | null
  given_prices: number[] | null
  given_maxes: number[] | null
  turned_on: string[] | null
  at: Date
  undone_at: Date | null
}

export type SlotImportTable = {
  tenant_id: string
  import_id: GeneratedAlways<string>
  account_id: string
  created_at: Date
  applied_at: Date | null
}

export type SlotImportRowTable = {
  tenant_id: string
  import_id: string
  row: number
  kind: string
  sn: string
  title: string
  slot: string
  device_id: string | null
  channel_sn: number | null
  rev: number | null
  goods_id: string | null
  price: number | null
  max: number | null
  other_goods: boolean
  pieces: number
  changes: Json
  errors: Json
}

export type SlotPastGoodsTable = {
  tenant_id: string
  device_id: string
  channel_sn: number
  until: Date
  goods_id: string | null
}

export type SlotReportTable = {
  tenant_id: string
  device_id: string
  channel_sn: number
  quantity: number
  max: number
  state: string
  fault: string | null
  at: Date
  booked: Generated<number>
}

export type SmsCodeTable = {
  phone: string
  purpose: string
  code_hash: Buffer
  sign_hash: Buffer
  tries: Generated<number>
  created_at: Date
  expires_at: Date
}

export type SmsInboxTable = {
  inbox_id: GeneratedAlways<string>
  phone: string
  purpose: string
  code: string
  sent_at: Date
}

export type StatementLineTable = {
  tenant_id: string
  client: string
  account_key: Generated<string>
  kind: string
  merchant_order: string
  refund_no: string
  txn: string
  amount: number
  at: Date
  day: string
  read_at: Date
}

export type StatementRunTable = {
  tenant_id: string
  client: string
  account_key: Generated<string>
  day: string
  source: string | null
  lines: number
  matched: number
  differing: number
  our_paid: string
  their_paid: string
  our_refunded: string
  their_refunded: string
  ended_at: Date
}

export type StatementWatchTable = {
  tenant_id: string
  noted_to: string
}

export type StockMoveTable = {
  tenant_id: string
  move_id: GeneratedAlways<string>
  device_id: string
  channel_sn: number
  goods_id: string | null
  reason: string
  before: number
  after: number
  at: Date
  account_id: string | null
  username: string
  command_id: string | null
  orderno: string | null
  takes_back: string | null
}

export type StoreTable = {
  tenant_id: string
  store_id: GeneratedAlways<string>
  area_id: string | null
  store_name: string
  phone: string
  store_address: string
  remarks: string
  auto_refund: boolean
  manager: string
  manager_phone: string
  customer_no: string
  mode: string
  mode_text: string
  coo_mode: string
  coo_mode_text: string
  coo_start_date: string | null
  coo_end_date: string | null
  merchant_id: string | null
  account_since: Date | null
  coo_share: number | null
  coo_rent: number | null
  part_failed: Generated<string>
  rev: Generated<number>
  created_at: Date
  deleted_at: Date | null
}

export type StorePastAccountTable = {
  tenant_id: string
  store_id: string
  until: Date
  merchant_id: string | null
}

export type StorePastTermsTable = {
  tenant_id: string
  store_id: string
  until: string
  coo_share: number | null
  coo_rent: number | null
}

export type StraySaleTable = {
  stray_id: GeneratedAlways<string>
  sn: string
  digest: Buffer
  mid: string
  sent_ts: string | null
  received_at: Date
  payload: Buffer | null
  ended_at: Date | null
  note: Generated<string>
}

export type TenantTable = {
  tenant_id: string
  mch_name: string
  country: string
  business: string
  agent: string | null
  custom: Json | null
  created_at: Date
  demo: Generated<boolean>
  fee_rate: number | null
}

export type TenantKeyTable = {
  tenant_id: string
  key_no: number
  master: string
  wrapped: Buffer
  created_at: Date
}

export type ThresholdTable = {
  tenant_id: string
  store_id: Generated<string>
  device_id: Generated<string>
  low_mode: string | null
  low_value: number | null
  offline_minutes: number | null
}

export type UploadTable = {
  tenant_id: string
  file: string
  account_id: string
  width: number
  height: number
  bytes: number
  created_at: Date
}

export type VoucherTable = {
  tenant_id: string
  gift_id: GeneratedAlways<string>
  batch_id: string
  code: string
  state: Generated<string>
  used_at: Date | null
  orderno: string | null
  device_id: string | null
}

export type VoucherBatchTable = {
  tenant_id: string
  batch_id: GeneratedAlways<string>
  name: string
  goods_id: string
  quantity: number
  referrer_id: string | null
  devices: Generated<string[]>
  for_orderno: string | null
  created_at: Date
}

export type WebhookTable = {
  tenant_id: string
  webhook_id: GeneratedAlways<string>
  name: string
  url: string
  secret: Buffer | null
  kinds: string[]
  enabled: Generated<boolean>
  created_at: Date
  deleted_at: Date | null
  busy_until: Date | null
  next_at: Date | null
  tries: Generated<number>
  failing_since: Date | null
  given_up_at: Date | null
  last_sent_at: Date | null
}

export type WebhookCounterTable = {
  tenant_id: string
  last_seq: string
}

export type WebhookDeliveryTable = {
  tenant_id: string
  webhook_id: string
  seq: string
  kind: string
  state: string
  tries: Generated<number>
  next_at: Date | null
  status: number | null
  why: string | null
  queued_at: Date
  sent_at: Date | null
}

export type WebhookEventTable = {
  tenant_id: string
  event_id: GeneratedAlways<string>
  kind: string
  subject: string
  cause: Generated<string>
  device_id: string
  store_id: string | null
  facts: Json | null
  at: Date
  seq: string | null
  body: string | null
}

export type Database = {
  account: AccountTable
  account_area: AccountAreaTable
  account_device: AccountDeviceTable
  account_store: AccountStoreTable
  agent: AgentTable
  agent_account: AgentAccountTable
  agent_offer: AgentOfferTable
  alert: AlertTable
  alert_look: AlertLookTable
  api_key: ApiKeyTable
  area: AreaTable
  audit: AuditTable
  audit_seal: AuditSealTable
  bank_branch: BankBranchTable
  bank_card: BankCardTable
  bank_draft: BankDraftTable
  bank_photo: BankPhotoTable
  bill: BillTable
  bill_goods: BillGoodsTable
  bill_refund: BillRefundTable
  bulk_refill: BulkRefillTable
  card: CardTable
  channel: ChannelTable
  chat_event: ChatEventTable
  chat_person: ChatPersonTable
  command: CommandTable
  coupon: CouponTable
  coupon_grant: CouponGrantTable
  device: DeviceTable
  device_cooldown: DeviceCooldownTable
  device_fault: DeviceFaultTable
  device_past_place: DevicePastPlaceTable
  device_state: DeviceStateTable
  device_temperature: DeviceTemperatureTable
  exception_case: ExceptionCaseTable
  file_link: FileLinkTable
  fund_day: FundDayTable
  fund_folded: FundFoldedTable
  fund_sum: FundSumTable
  game_win: GameWinTable
  goods: GoodsTable
  goods_change: GoodsChangeTable
  goods_image: GoodsImageTable
  goods_import: GoodsImportTable
  goods_import_row: GoodsImportRowTable
  hand_payout: HandPayoutTable
  heard_message: HeardMessageTable
  image: ImageTable
  inbox_message: InboxMessageTable
  invitation: InvitationTable
  job: JobTable
  ledger_line: LedgerLineTable
  ledger_store_day: LedgerStoreDayTable
  limit_counter: LimitCounterTable
  list_view: ListViewTable
  live_event: LiveEventTable
  live_event_counter: LiveEventCounterTable
  login: LoginTable
  machine: MachineTable
  machine_inbox: MachineInboxTable
  machine_owner: MachineOwnerTable
  merchant_offer: MerchantOfferTable
  message_slip: MessageSlipTable
  notice: NoticeTable
  notice_event: NoticeEventTable
  notice_item: NoticeItemTable
  operation_sign: OperationSignTable
  pay_account: PayAccountTable
  pay_order: PayOrderTable
  phone_login: PhoneLoginTable
  point_move: PointMoveTable
  provider_silence: ProviderSilenceTable
  push_endpoint: PushEndpointTable
  push_message: PushMessageTable
  push_subscription: PushSubscriptionTable
  receiver: ReceiverTable
  receiver_bind: ReceiverBindTable
  referrer: ReferrerTable
  referrer_past_terms: ReferrerPastTermsTable
  refill_route: RefillRouteTable
  refill_visit: RefillVisitTable
  repeated_call: RepeatedCallTable
  report_plan: ReportPlanTable
  role: RoleTable
  sales_device_day: SalesDeviceDayTable
  sales_device_hour: SalesDeviceHourTable
  sales_device_month: SalesDeviceMonthTable
  sales_goods_client_day: SalesGoodsClientDayTable
  sales_goods_client_month: SalesGoodsClientMonthTable
  sales_goods_day: SalesGoodsDayTable
  sales_goods_month: SalesGoodsMonthTable
  sales_store_day: SalesStoreDayTable
  sales_store_hour: SalesStoreHourTable
  sales_store_month: SalesStoreMonthTable
  sandbox_manners: SandboxMannersTable
  sandbox_payment: SandboxPaymentTable
  sandbox_payout: SandboxPayoutTable
  sandbox_refund: SandboxRefundTable
  session: SessionTable
  settle_day: SettleDayTable
  settlement: SettlementTable
  slot_change: SlotChangeTable
  slot_import: SlotImportTable
  slot_import_row: SlotImportRowTable
  slot_past_goods: SlotPastGoodsTable
  slot_report: SlotReportTable
  sms_code: SmsCodeTable
  sms_inbox: SmsInboxTable
  statement_line: StatementLineTable
  statement_run: StatementRunTable
  statement_watch: StatementWatchTable
  stock_move: StockMoveTable
  store: StoreTable
  store_past_account: StorePastAccountTable
  store_past_terms: StorePastTermsTable
  stray_sale: StraySaleTable
  tenant: TenantTable
  tenant_key: TenantKeyTable
  threshold: ThresholdTable
  upload: UploadTable
  voucher: VoucherTable
  voucher_batch: VoucherBatchTable
  webhook: WebhookTable
  webhook_counter: WebhookCounterTable
  webhook_delivery: WebhookDeliveryTable
  webhook_event: WebhookEventTable
}
