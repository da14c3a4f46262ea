/** What can be given back of payments that went to an account which the platform itself does not have. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { refundTraits } from './index.ts'

const app = await testApp()

test('parts of a payment by WeChat or Alipay, and the whole of one by GKash; none without an account', async () => {
  const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  await asOwner(
    app,
    `insert into pay_account (tenant_id, provider, account_no, app_id, sealed, notice_key, enabled, rev, created_at, changed_at)
     select $1, provider, '1', '', '', provider, false, 1, now(), now() from unnest(array['wechat', 'alipay', 'gkash']) provider`,
    [merchant.tenantId],
  )
  const traitsOf = ({ tenantId }: { tenantId: string }) =>
    inTenant(app.deps.db.main, tenantId, (tx) => refundTraits({ payments: {} }, { tx, tenantId }))
  expect(await traitsOf(merchant)).toEqual({
    wechat: { refundsParts: true },
    alipay: { refundsParts: true },
    gkash: { refundsParts: false },
  })
  expect(await traitsOf(neighbour)).toEqual({})
})
