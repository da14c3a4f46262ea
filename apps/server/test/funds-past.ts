/** A merchant whose funds have a past of four days: payments, a refund, payouts that arrived, failed or are on their way. */
import { fundCalls, type InputOf } from '@slotwise/contract'

import { askForPayouts } from '../src/modules/funds/morning-service.ts'
import { runPayout } from '../src/modules/funds/payout-run-service.ts'
import { foldFunds } from '../src/modules/ledger/index.ts'
import type { TestApp } from './app.ts'
import { makeMerchant, makeStaff, type Merchant, signIn } from './factories.ts'
import { makeCard, makePaid, refundPaid, settlementsIn } from './fund-stand.ts'

/** A moment by the clock in China. */
export const local = (day: string, time: string): Date => new Date(`${day}T${time}+08:00`)

export const pageWith = <T extends object>(condition: T, more: object = {}) => ({
  pageNum: 1,
  pageSize: 20,
  condition,
  ...more,
})

/** The stand is made once for a file; tests read it, and the last ones may change it. */
export async function fundsPast(app: TestApp) {
  const { clock } = app
  clock.now = local('2026-11-12', '10:00')
  const owner = await makeMerchant(app)
  const neighbour = await makeMerchant(app)
  const assistant = await makeStaff(app, owner, { permissions: ['bank.settle'], bank: 'own' })
  const morning = async (day: string): Promise<void> => {
    clock.now = local(day, '06:00')
    await foldFunds(app.deps, owner.tenantId)
    await askForPayouts(app.deps, owner.tenantId)
    for (const { settle_id: id, state } of await settlementsIn(app, owner))
      if (state === 'settling') await runPayout(app.deps, owner.tenantId, id)
  }

  /** Two accounts of the main account, one of the assistant, and one that is not approved. */
  const cards = {
    first: await makeCard(app, owner, { name: 'Corner Shop' }),
    second: await makeCard(app, owner, { name: 'Airport' }),
    assistants: await makeCard(app, owner, { name: 'Kiosk', account: assistant.accountId }),
    waiting: await makeCard(app, owner, { name: 'Waiting', state: 'reviewing' }),
  }
  const theirs = await makeCard(app, neighbour)
  for (const to of [theirs, null]) await makePaid(app, neighbour, to)
  await makePaid(app, owner, cards.first, { amount: 1_000 })
  clock.advance(1)
  const refunded = await makePaid(app, owner, cards.first, { amount: 5_000 })
  clock.advance(1)
  await refundPaid(app, owner, refunded, 2_000)
  await makePaid(app, owner, cards.assistants, { amount: 200, feeRate: 0 })
  await makePaid(app, owner, null, { amount: 700, feeRate: 0 })
  await morning('2026-11-13')
  await app.bank.behave('fails')
  await makePaid(app, owner, cards.first, { amount: 30, feeRate: 0, at: local('2026-11-13', '12:00') })
  await morning('2026-11-14')
  await app.bank.behave('processing')
  await makePaid(app, owner, cards.first, { amount: 8, feeRate: 0, at: local('2026-11-14', '12:00') })
  await morning('2026-11-15')
  clock.now = local('2026-11-15', '12:00')
  await makePaid(app, owner, cards.first, { amount: 5, feeRate: 0 })
  await makePaid(app, owner, cards.second, { amount: 9, feeRate: 0, at: local('2026-11-15', '11:00') })
  // The sessions have ended meanwhile.
  for (const one of [owner, neighbour, assistant]) Object.assign(one, await signIn(app, one.username))

  const fundsOf = async (
    condition: InputOf<typeof fundCalls.getFunds>['condition'] = {},
    as: Merchant = owner,
  ) => (await app.call(fundCalls.getFunds, pageWith(condition), { as })).body.result
  const linesWith = async (
    condition: InputOf<typeof fundCalls.getFundLines>['condition'] = {},
    more: object = {},
  ) => (await app.call(fundCalls.getFundLines, pageWith(condition, more), { as: owner })).body.result
  const settlesWith = async (
    condition: InputOf<typeof fundCalls.getSettle>['condition'] = {},
    as: Merchant = owner,
  ) => (await app.call(fundCalls.getSettle, pageWith(condition), { as })).body.result
  return {
    owner,
    neighbour,
    assistant,
    cards,
    refunded: refunded.orderno,
    fundsOf,
    linesWith,
    settlesWith,
  }
}
