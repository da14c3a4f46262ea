/**
 * What each module of the server is, and the tables that it alone writes. `docs/generated/modules.md` is made of this
 * list and of the imports in the code; `table-owners.test.ts` compares it with every statement.
 */
export const modules: Record<string, { what: string; owns: readonly string[] }> = {
  account: {
    what: 'logins, sessions, passwords, agents',
    owns: [
      'account',
      'agent',
      'invitation',
      'login',
      'operation_sign',
      'phone_login',
      'session',
      'sms_code',
      'tenant',
    ],
  },
  alerts: { what: 'machines that need a hand, as work', owns: ['alert', 'alert_look'] },
  audit: { what: 'reading, sealing and verifying the audit', owns: ['audit_seal'] },
  bankcards: {
    what: 'bank cards: intake, photos, review, the directory of branches',
    owns: ['bank_branch', 'bank_card', 'bank_draft', 'bank_photo'],
  },
  bills: {
    what: 'bills of sales: booking, lists, recount',
    owns: ['bill', 'bill_goods'],
  },
  commands: { what: 'what a merchant has a machine do', owns: ['command'] },
  coupons: { what: 'coupons, who received them, and their use by orders', owns: ['coupon', 'coupon_grant'] },
  devices: {
    what: "a merchant's view of machines, their settings, cooldowns between calls",
    owns: ['device', 'device_cooldown', 'device_past_place'],
  },
  exceptions: {
    what: 'sales whose money and goods do not fit, as work; statements of providers',
    owns: ['exception_case', 'statement_line', 'statement_run', 'statement_watch'],
  },
  funds: {
    what: 'what is owed to payout accounts, settlements, the payouts at the bank',
    owns: ['settle_day', 'settlement'],
  },
  goods: {
    what: 'goods and their import',
    owns: ['goods', 'goods_change', 'goods_image', 'goods_import', 'goods_import_row'],
  },
  history: { what: 'what happened to a machine; read only', owns: [] },
  integrations: {
    what: "keys and webhooks for merchants' systems, and the events that are sent",
    owns: ['api_key', 'webhook', 'webhook_counter', 'webhook_delivery', 'webhook_event'],
  },
  jobs: { what: 'long work and its files', owns: ['file_link', 'job'] },
  ledger: {
    what: 'money that is owed, in double entry, and its sums',
    owns: ['fund_day', 'fund_folded', 'fund_sum', 'ledger_line', 'ledger_store_day'],
  },
  machines: {
    what: 'the registry of machines, their secrets, their binding to merchants',
    owns: ['machine', 'machine_owner', 'stray_sale'],
  },
  media: { what: 'pictures: checked, redrawn, stored, styled', owns: ['image', 'upload'] },
  members: { what: 'member cards, their points, and who holds them', owns: ['card', 'point_move'] },
  notify: {
    what: 'who is told of alerts and refunds, notices, and the inbox',
    owns: [
      'chat_event',
      'chat_person',
      'inbox_message',
      'notice',
      'notice_event',
      'notice_item',
      'push_endpoint',
      'push_message',
      'push_subscription',
      'receiver',
      'receiver_bind',
    ],
  },
  overview: { what: 'the first page: a day, its trend and rankings, what needs attention', owns: [] },
  payaccounts: {
    what: 'accounts of merchants and agents at payment providers',
    owns: ['agent_account', 'agent_offer', 'merchant_offer', 'pay_account', 'provider_silence'],
  },
  payments: { what: 'orders of machines, and their payment by providers', owns: ['game_win', 'pay_order'] },
  presence: {
    what: 'whether a machine is online, its faults, its temperature, which messages it has sent, and what was wrong with them',
    owns: ['device_fault', 'device_state', 'device_temperature', 'heard_message', 'message_slip'],
  },
  referrers: { what: 'who gets a commission of which sales', owns: ['referrer', 'referrer_past_terms'] },
  refills: {
    what: 'refill lists, routes, and refills of many machines',
    owns: ['bulk_refill', 'refill_route', 'refill_visit'],
  },
  refunds: { what: 'money that is given back, by hand or by itself', owns: ['bill_refund'] },
  regions: { what: 'areas and stores', owns: ['area', 'store', 'store_past_account', 'store_past_terms'] },
  reports: { what: 'statistics and bills as files, on demand or by themselves', owns: ['report_plan'] },
  sales: {
    what: 'what machines report of sales, the bills that become of it, and the story of each',
    owns: ['machine_inbox'],
  },
  search: { what: 'one search over the records of all modules; each searches its own table', owns: [] },
  sites: { what: 'what the owners of sites get for a month', owns: [] },
  slots: {
    what: 'slots, what machines count in them, the stock ledger',
    owns: [
      'channel',
      'slot_change',
      'slot_import',
      'slot_import_row',
      'slot_past_goods',
      'slot_report',
      'stock_move',
    ],
  },
  staff: {
    what: 'roles, sub-accounts, scope',
    owns: ['account_area', 'account_device', 'account_store', 'role'],
  },
  statistics: { what: 'lists and charts of sales, from the sums that bills reads', owns: [] },
  sums: {
    what: 'sums of bills by time, place, payment and goods, and what is read from them',
    owns: [
      'sales_device_day',
      'sales_device_hour',
      'sales_device_month',
      'sales_goods_client_day',
      'sales_goods_client_month',
      'sales_goods_day',
      'sales_goods_month',
      'sales_store_day',
      'sales_store_hour',
      'sales_store_month',
    ],
  },
  thresholds: {
    what: 'when stock is low and a machine is offline for too long: limits of a merchant, a store or a machine',
    owns: ['threshold'],
  },
  views: { what: 'filters of lists under a name, own or shared', owns: ['list_view'] },
  vouchers: { what: 'vouchers, and their use at machines', owns: ['voucher', 'voucher_batch'] },
}

/**
 * Tables of other modules that a module reads by joins, counts and read models. Keep this short: ask the owner
 * instead.
 */
export const foreignReads: Record<string, readonly string[]> = {
  // The list of merchants, and the areas of the stores and machines that a limited caller sees.
  kernel: ['device', 'login', 'store'],
  // Begins its snapshot on all nodes of a spread database.
  backup: ['tenant'],
  // The rights of a session, with the stores of its areas.
  account: ['account_area', 'account_device', 'account_store', 'role', 'store'],
  // A link of a deleted account is invalid.
  jobs: ['account'],
  audit: ['audit'],
  // Accounts with their last login and open invitation, and the areas, stores and machines they can be limited to.
  staff: ['account', 'area', 'device', 'invitation', 'session', 'store'],
  // The number of machines in a store, and the name of its payout account.
  regions: ['bank_card', 'device'],
  // The goods that show a picture.
  media: ['goods', 'goods_image'],
  // The number of slots that hold goods, the goods' pictures, and the pieces sold.
  goods: ['channel', 'device', 'image', 'sales_goods_month'],
  // Who receives a machine's events, which merchants have machines, and whether a faulty slot exists.
  presence: ['channel', 'device', 'machine', 'slot_report'],
  // The list of machines: their places, payout accounts, state and stock, what they sell, and whether they are ordered
  // to rearrange their slots.
  devices: ['area', 'bank_card', 'channel', 'command', 'device_fault', 'device_state', 'goods', 'store'],
  // The goods, places and thresholds of slots, and commands that explain a count.
  slots: ['area', 'command', 'device', 'goods', 'store', 'threshold'],
  // Names of machines and stores and the remarks of refunds, read with a page of bills in one statement.
  bills: ['bill_refund', 'device', 'store'],
  // The bills of refunds, by which these are listed and their payment is found.
  refunds: ['bill'],
  // Bills whose deadline has passed.
  sales: ['bill'],
  // Names of machines and stores, what was given or asked back, and whether the machine has reported.
  payments: ['bill', 'bill_refund', 'device', 'store'],
  // Who handed a card in, and how many stores and machines are paid out to it.
  bankcards: ['account', 'device', 'store'],
  // Names and masked numbers of payout accounts.
  funds: ['bank_card'],
  // The state of all machines of a merchant, and the places of those with alerts.
  alerts: ['device', 'device_fault', 'device_state', 'store'],
  // Sales, payments and refunds, compared with open cases in one statement, and the names of their places.
  exceptions: ['bill', 'bill_refund', 'device', 'pay_order', 'store'],
  // The names of receivers, and of the machines and stores that notices are about.
  notify: ['account', 'device', 'store'],
  // The names and roles of keys, and the machines and stores that events are about.
  integrations: ['account', 'device', 'role', 'store'],
  // Everything that happened at a machine.
  history: ['command', 'device_fault', 'device_temperature', 'goods', 'stock_move'],
}

/**
 * Those of them that lead upwards, to a module that stands after the reader in `docs/generated/modules.md`. Each is a
 * knot: two modules can only be understood together. The list may only become shorter.
 */
export const upwardReads: Record<string, readonly string[]> = {
  account: ['account_area', 'account_device', 'account_store', 'role', 'store'],
  bills: ['bill_refund'],
  bankcards: ['device', 'store'],
  devices: ['channel', 'command'],
  goods: ['channel', 'device', 'sales_goods_month'],
  media: ['goods', 'goods_image'],
  payments: ['bill', 'bill_refund'],
  presence: ['channel', 'device', 'machine', 'slot_report'],
  regions: ['device'],
  slots: ['command'],
}
