/** What the operator asks of the audit of all merchants. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeArea, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { sealAll } from './seal-service.ts'
import { describeFinding, type Finding, type Known, verifyAll } from './verify-service.ts'

const app = await testApp()

test('the operator verifies each merchant by itself, with what is known of the seals', async () => {
  const owner = await makeMerchant(app)
  const neighbour = await makeMerchant(app)
  for (const who of [owner, owner, neighbour]) {
    await makeArea(app, who)
    await sealAll(app.deps, who.tenantId)
  }
  const [row] = await asOwner<{ audit_id: string }>(
    app,
    `update audit set object_id = '0' where tenant_id = $1
        and audit_id = (select min(audit_id) from audit where tenant_id = $1) returning audit_id`,
    [owner.tenantId],
  )
  const verify = async (known?: Known) => {
    const verdicts = await verifyAll(app.deps, known)
    const of = (who: Merchant) => verdicts.filter(({ tenantId }) => tenantId === who.tenantId)
    return [of(owner), of(neighbour)].map((own) => own.map(({ seals, findings }) => [seals, findings]))
  }
  const found = { kind: 'rowChanged', row: row?.audit_id, seal: 1 }
  expect(await verify()).toEqual([[[2, [found]]], [[1, []]]])
  const otherHead = { kind: 'otherHead', seal: 1 }
  expect(await verify({ anchor: { seal: 1, head: '00' } })).toEqual([
    [[2, [found, otherHead]]],
    [[1, [otherHead]]],
  ])
})

test.each<[Finding, RegExp]>([
  [{ kind: 'rowChanged', row: '7', seal: 2 }, /^row 7 \(seal 2\) was changed$/],
  [{ kind: 'rowMissing', row: '7', seal: 2 }, /^row 7 \(seal 2\) is missing$/],
  [{ kind: 'rowUnsealed', row: '7' }, /^row 7 is older than an hour and in no seal/],
  [{ kind: 'rowsUnsealed', more: 5 }, /^5 more rows are in no seal$/],
  [{ kind: 'sealMissing', seal: 2 }, /^seal 2 is missing$/],
  [{ kind: 'otherHead', seal: 2 }, /^seal 2 is not the one with that head/],
  [{ kind: 'sealBroken', seal: 2 }, /^seal 2 does not follow the one before it$/],
])('the operator reads of %o what is wrong, and where', (finding, words) => {
  expect(describeFinding(finding)).toMatch(words)
})
