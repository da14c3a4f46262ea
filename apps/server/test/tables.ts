/** Tables that belong to no merchant. Everything else is fenced and carries tenant_id. */
export const globalTables = [
  'agent',
  'limit_counter',
  'login',
  'machine',
  'machine_owner',
  'schema_migration',
  'sms_code',
  'sms_inbox',
]
