/** On which days a provider is asked for its statement. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { platformAccount } from './account-model.ts'
import { hasBusiness } from './books-queries.ts'

const app = await testApp()
const midnightOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

test('an order belongs to its day from the first moment until that of the next', async () => {
  const owner = await makeMerchant(app)
  const { tenantId } = owner
  app.clock.now = new Date('2026-11-16T12:00:00+08:00')
  await makeSale(app, await makeBoundMachine(app, owner), { create_at: midnightOf('2026-11-15') })
  const isAsked = (since: string, before: string) =>
    inTenant(app.deps.db.main, tenantId, (tx) =>
      hasBusiness({ tx, tenantId }, platformAccount('wechat'), {
        since: midnightOf(since),
        before: midnightOf(before),
      }),
    )
  expect(await isAsked('2026-11-14', '2026-11-15')).toBe(false)
  expect(await isAsked('2026-11-15', '2026-11-16')).toBe(true)
  expect(await isAsked('2026-11-16', '2026-11-17')).toBe(false)
})
