/** Tables that belong to no merchant. Every other table has tenant_id and row-level security. */
export const globalTables = [
  'agent',
  'agent_account',
  'bank_branch',
  'chat_person',
  'limit_counter',
  'login',
  'machine',
  'machine_owner',
  'phone_login',
  'push_endpoint',
  'sandbox_payment',
  'sandbox_payout',
  'sandbox_refund',
  'schema_migration',
  'sms_code',
  'sms_inbox',
]
