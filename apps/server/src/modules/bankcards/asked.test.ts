/** What other modules ask of this one. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant } from '../../../test/as-user.ts'
import { clearNumbers, makeApproved, makeCard, putCard } from '../../../test/bank-cards.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { accountToPay } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const pay = (id: string) => asTenant(app, owner, (ref) => accountToPay({ ...ref, deps: app.deps }, id))

test('the bank pays to the clear number of the card itself', async () => {
  const card = await makeApproved(app, owner, { acct_name: '林小雨' })
  const sibling = await makeApproved(app, owner, { acct_name: '陈大文', acct_no: '6222020000000000018' })
  expect(await pay(card.merchant_id)).toEqual({
    name: '林小雨',
    number: clearNumbers.acct_no,
    bank: '中国工商银行',
    bankNo: '102584002112',
  })
  expect(await pay(sibling.merchant_id)).toMatchObject({ name: '陈大文', number: '6222020000000000018' })
})

test('nothing is paid to a card that waits, was refused, is deleted, or is of another merchant', async () => {
  const waiting = await makeCard(app, owner)
  const refused = await makeApproved(app, owner)
  await asOwner(app, `update bank_card set state = 'not_approved' where merchant_id = $1`, [
    refused.merchant_id,
  ])
  const reviewed = await makeCard(app, owner)
  await putCard(app, owner, reviewed.merchant_id, { state: 'reviewing' })
  const gone = await makeApproved(app, owner)
  await asOwner(app, 'update bank_card set deleted_at = $2 where merchant_id = $1', [
    gone.merchant_id,
    app.clock.now,
  ])
  const theirs = await makeApproved(app, neighbour)
  for (const { merchant_id: id } of [waiting, refused, reviewed, gone, theirs])
    expect(await pay(id)).toBeUndefined()
})
