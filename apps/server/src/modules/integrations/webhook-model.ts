import type { Webhook } from '@slotwise/contract'

/** What the audit records of an address. */
export const auditedWebhook = ({
  name,
  url,
  kinds,
  enabled,
}: Pick<Webhook, 'name' | 'url' | 'kinds' | 'enabled'>) => ({ name, url, kinds, enabled })
