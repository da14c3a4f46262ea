import { randomBytes } from 'node:crypto'

import type { Webhook } from '@slotwise/contract'

export const webhookSecretPrefix = 'whsec_'

/** Standard Webhooks have it in base64 with `+` and `/`, which strict decoders demand. */
export const makeWebhookSecret = (): string => webhookSecretPrefix + randomBytes(32).toString('base64')

/** The address without what may be a key of its server. It is never changed, so its host tells enough. */
function hostIn(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}

/** What the audit records of an address; staff may read it, who do not see the address itself. */
export const auditedWebhook = ({
  name,
  url,
  kinds,
  enabled,
}: Pick<Webhook, 'name' | 'url' | 'kinds' | 'enabled'>) => ({ name, url: hostIn(url), kinds, enabled })
