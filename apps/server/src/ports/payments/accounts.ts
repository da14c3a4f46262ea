/** Adapters for accounts of merchants and agents, at the same hosts as the platform's own. */
import type { OnlineClient } from '@slotwise/contract'

import type { Config } from '../../kernel/config.ts'
import { alipay } from './alipay.ts'
import { gkash } from './gkash.ts'
import type { AccountProviders } from './payments.ts'
import { wechatPay } from './wechat-pay.ts'

type Settings = Pick<Config, 'paymentSandbox' | 'payments' | 'publicUrl' | 'port'>
/** Tests lead the calls to servers of their own. */
type Hosts = Partial<Record<OnlineClient, string>>

export function accountProviders(
  { paymentSandbox, payments, publicUrl, port }: Settings,
  now: () => Date,
  hosts: Hosts = {},
): AccountProviders {
  const origin = publicUrl ?? `http://localhost:${port}`
  // Providers send notices by https only. Where the sandbox plays, accounts can be looked at all the same.
  const isReachable = origin.startsWith('https://') || paymentSandbox
  const gkashUrl = hosts.gkash ?? payments.gkashUrl
  const offers = (provider: OnlineClient): boolean =>
    isReachable && (provider !== 'gkash' || gkashUrl !== undefined)
  return {
    offers,
    make(account, noticeKey) {
      if (!offers(account.provider)) return undefined
      const wiring = { origin, now, noticeKey, baseUrl: hosts[account.provider] }
      switch (account.provider) {
        case 'wechat':
          return wechatPay(account.config, wiring)
        case 'alipay':
          return alipay({ ...account.config, url: payments.alipay?.url }, wiring)
        case 'gkash':
          return gkashUrl === undefined ? undefined : gkash({ ...account.config, url: gkashUrl }, wiring)
      }
    },
  }
}
