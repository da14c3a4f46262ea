import { accountPhone } from '@slotwise/contract'

import { openDeps } from '../../apps/server/bin/open-deps.ts'
import { readConfig } from '../../apps/server/src/kernel/config.ts'
import { createMerchant } from '../../apps/server/src/modules/account/index.ts'
import { asMerchant, type Merchant, type NewMerchant } from './merchant.ts'
import { dataDirVariable, md5 } from './server.ts'

/**
 * A merchant who signed up long ago. One who has just done so cannot be used where a code is sent: his phone had its
 * text message of this minute. So this one is made by the service that signing up ends in.
 */
export async function makeOlderMerchant({ address, phone, ...wish }: NewMerchant): Promise<Merchant> {
  const { password = 'capsule-77', mchName = 'Lucky Capsules', country = 'CN' } = wish
  const username = accountPhone(country, phone) ?? phone
  const config = readConfig({ DATA_DIR: process.env[dataDirVariable], LOG_LEVEL: 'warn' })
  const { deps, close } = await openDeps(config, () => undefined)
  try {
    await createMerchant(deps, {
      username,
      mchName,
      country,
      business: 'gpm',
      agent: null,
      password: md5(password),
      operation: null,
      origin: { requestId: 'journey', address, userAgent: '', locale: 'en-US', now: new Date() },
    })
  } finally {
    await close()
  }
  return asMerchant({ mchName, country, phone, username, password }, address)
}
