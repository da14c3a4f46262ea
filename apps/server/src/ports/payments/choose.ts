import type { Kysely } from 'kysely'

import type { Config } from '../../kernel/config.ts'
import type { Database } from '../../kernel/db.ts'
import { alipay } from './alipay.ts'
import { gkash } from './gkash.ts'
import type { Payments } from './payments.ts'
import { makeSandbox, type SandboxWiring } from './sandbox.ts'
import { wechatPay } from './wechat-pay.ts'

type Settings = Pick<Config, 'paymentSandbox' | 'payments' | 'pepper' | 'publicUrl' | 'port'>

/**
 * The providers of this installation. The sandbox stands for those that are not configured where the settings allow it;
 * otherwise their clients are not offered.
 */
export function choosePayments(
  { paymentSandbox, payments, pepper, publicUrl, port }: Settings,
  db: Kysely<Database>,
  now: () => Date,
  wiring: Partial<SandboxWiring> = {},
): Payments {
  const origin = publicUrl ?? `http://localhost:${port}`
  const real = { origin, now }
  return {
    ...(paymentSandbox ? makeSandbox({ db, now, pepper, origin, ...wiring }).providers : {}),
    ...(payments.wechat && { wechat: wechatPay(payments.wechat, real) }),
    ...(payments.alipay && { alipay: alipay(payments.alipay, real) }),
    ...(payments.gkash && { gkash: gkash(payments.gkash, real) }),
  }
}
