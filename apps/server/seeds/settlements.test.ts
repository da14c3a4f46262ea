import { addDays, fundCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../test/app.ts'
import { asUser } from '../test/as-user.ts'
import { makeMerchant } from '../test/factories.ts'
import { makeCard, makePaid, settlementsIn } from '../test/fund-stand.ts'
import { asOwner } from '../test/owner.ts'
import { askForPayouts } from '../src/modules/funds/morning-service.ts'
import { runPayout } from '../src/modules/funds/payout-run-service.ts'
import { foldFunds, recountFunds } from '../src/modules/ledger/index.ts'
import { seedSettlements } from './settlements.ts'

const app = await testApp()
const { clock } = app
const local = (day: string, time: string): Date => new Date(`${day}T${time}+08:00`)

test('the demo has the payouts of three weeks, and the next morning goes on from them', async () => {
  clock.now = local('2026-11-15', '12:00')
  const owner = await makeMerchant(app)
  const { tenantId } = owner
  // Without an approved card there is nothing to pay.
  await makeCard(app, owner, { state: 'reviewing' })
  await asUser(app, owner, seedSettlements)
  expect(await settlementsIn(app, owner)).toEqual([])

  const account = await makeCard(app, owner)
  await makeCard(app, owner)
  for (let ago = 40; ago >= 0; ago -= 1)
    await makePaid(app, owner, account, {
      amount: 100,
      feeRate: 0,
      at: local(addDays('2026-11-15', -ago), '09:00'),
    })
  await asUser(app, owner, seedSettlements)
  const settlements = await settlementsIn(app, owner)
  expect(settlements).toHaveLength(22)
  expect(settlements[0]).toMatchObject({
    day: '2026-10-25',
    amount: 1_900,
    lines: 19,
    after_at: local('2026-10-06', '00:00'),
    state: 'success',
  })
  expect(settlements[12]).toMatchObject({
    day: '2026-11-06',
    amount: 100,
    state: 'fail',
    why: 'accountClosed',
  })
  expect(settlements[13]).toMatchObject({ day: '2026-11-07', amount: 200, lines: 1, state: 'success' })
  expect(settlements.at(-1)).toMatchObject({ day: '2026-11-15', amount: 100, state: 'success' })

  const funds = async () => (await app.call(fundCalls.getFunds, {}, { as: owner })).body.result.data[0]
  expect(await funds()).toMatchObject({
    balance: 100,
    not_settle_amt: 100,
    settling_amt: 0,
    settled_amt: 4_000,
  })
  const [sum] = await asOwner(app, 'select sum(amount)::int from ledger_line where tenant_id = $1', [
    tenantId,
  ])
  expect(sum).toEqual({ sum: 0 })

  expect(await askForPayouts(app.deps, tenantId)).toBe(0)
  clock.now = local('2026-11-16', '06:00')
  await foldFunds(app.deps, tenantId)
  expect(await askForPayouts(app.deps, tenantId)).toBe(1)
  const next = (await settlementsIn(app, owner)).at(-1)
  expect(next).toMatchObject({ amount: 100, after_at: local('2026-11-15', '00:00') })
  await runPayout(app.deps, tenantId, next?.settle_id ?? '')
  expect(await funds()).toMatchObject({ balance: 0, settled_amt: 4_100 })
  expect(await recountFunds(app.deps, tenantId, { from: '2026-10-06', to: '2026-11-16' })).toEqual([])
})

test('before six, the payout of today is left to the worker', async () => {
  clock.now = local('2026-11-15', '05:00')
  const owner = await makeMerchant(app)
  const account = await makeCard(app, owner)
  for (const day of ['2026-11-13', '2026-11-14'])
    await makePaid(app, owner, account, { amount: 100, feeRate: 0, at: local(day, '09:00') })
  await asUser(app, owner, seedSettlements)
  expect(await settlementsIn(app, owner)).toMatchObject([{ day: '2026-11-14', amount: 100 }])
  clock.now = local('2026-11-15', '06:00')
  expect(await askForPayouts(app.deps, owner.tenantId)).toBe(1)
})
