/** Which card a sale is paid out to: that of the machine, else that of its store, and who may change it. */
import { auditCalls, bankCardCalls, deviceCalls, machineCalls, regionCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeApproved, makeCard, putCard } from '../../../test/bank-cards.ts'
import {
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  testOperation,
  unlock,
} from '../../../test/factories.ts'
import { makeCard as makeStoredCard } from '../../../test/fund-stand.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { ask, makeSelling, orderOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { accountToPay } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const card = await makeApproved(app, owner, { mch_name: 'First shop' })
const other = await makeApproved(app, owner, { mch_name: 'Second shop' })

const { editStore } = regionCalls
const { editDev, editDevs, getDev } = deviceCalls

const storeOf = async (id: string) =>
  (await app.call(regionCalls.getStore, { condition: { ids: [id] } }, { as: owner })).body.result.data[0]
const cardOf = async (id: string) =>
  (await app.call(bankCardCalls.getMerchant, { condition: { ids: [id] } }, { as: owner })).body.result.data[0]
const deviceOf = async ({ sn }: BoundMachine) =>
  (await app.call(getDev, { condition: { sns: [sn] } }, { as: owner })).body.result.data[0]

/** Sets the payout account of a store and of a machine, and returns where each was refused. */
async function setBoth(as: Merchant, from: string | null, to: string | null) {
  const store = await makeStore(app, owner, { merchant_id: from })
  const machine = await makeBoundMachine(app, owner, { store: store._id })
  if (from) await app.call(editDev, { sn: machine.sn, merchant_id: from }, { as: owner })
  const answers = [
    await app.call(editStore, { ...pickEdit(store), merchant_id: to }, { as }),
    await app.call(editDev, { sn: machine.sn, merchant_id: to }, { as }),
    await app.call(editDevs, { sns: [machine.sn], merchant_id: to }, { as }),
  ]
  const kept = [(await storeOf(store._id))?.merchant_id, (await deviceOf(machine))?.merchant_id]
  return {
    rcodes: answers.map(({ body }) => body.rcode),
    errors: answers.map(({ body }) => (body.result as { errors?: unknown[] } | null)?.errors?.[0]),
    kept,
  }
}
const pickEdit = ({ _id, store_name }: { _id: string; store_name: string }) => ({ _id, store_name })

describe('the payout account of a store and of a machine', () => {
  test('is an approved card, is shown by its name, and is in the audit', async () => {
    const store = await makeStore(app, owner, { merchant_id: card.merchant_id })
    expect(store).toMatchObject({ merchant_id: card.merchant_id, merchant_name: 'First shop' })
    const machine = await makeBoundMachine(app, owner)
    const sibling = await makeBoundMachine(app, owner)
    const { body } = await app.call(
      editDev,
      { sn: machine.sn, merchant_id: other.merchant_id },
      { as: owner },
    )
    expect(body.result).toMatchObject({ merchant_id: other.merchant_id, merchant_name: 'Second shop' })
    expect(await deviceOf(sibling)).toMatchObject({ merchant_id: null, merchant_name: null })
    const { data } = (await app.call(auditCalls.getAudit, { pageSize: 1 }, { as: owner })).body.result
    expect(data[0]).toMatchObject({
      call: 'editDev',
      before: { merchant_id: null },
      after: { merchant_id: other.merchant_id, merchant_name: 'Second shop' },
    })
    // Deleted stores and machines that left are not counted.
    await makeStore(app, owner, { merchant_id: card.merchant_id })
    const third = await makeBoundMachine(app, owner)
    await app.call(editDev, { sn: third.sn, merchant_id: other.merchant_id }, { as: owner })
    const gone = await makeStore(app, owner, { merchant_id: card.merchant_id })
    await app.call(regionCalls.delStore, { _id: gone._id }, { as: owner })
    await app.call(editDev, { sn: sibling.sn, merchant_id: other.merchant_id }, { as: owner })
    await app.call(machineCalls.unbind, { sn: sibling.sn, sign: await unlock(app, owner) }, { as: owner })
    const condition = { ids: [card.merchant_id, other.merchant_id] }
    const { data: cards } = (await app.call(bankCardCalls.getMerchant, { condition }, { as: owner })).body
      .result
    expect(cards.map(({ store_count, device_count }) => [store_count, device_count])).toEqual([
      [0, 2],
      [2, 0],
    ])
  })

  test('cannot be a card that waits, was not approved, is deleted, or is of another merchant', async () => {
    const waiting = await makeCard(app, owner)
    const refused = await makeCard(app, owner)
    await putCard(app, owner, refused.merchant_id, { state: 'not_approved', reason: 'x' })
    const gone = await makeCard(app, owner)
    await app.call(bankCardCalls.delBank, { merchant_id: gone.merchant_id }, { as: owner })
    const foreign = await makeApproved(app, neighbour)
    const unknown = { path: 'merchant_id', message: 'This payout account does not exist' }
    for (const { merchant_id: to } of [waiting, refused, gone, foreign, { merchant_id: '999999' }])
      expect(await setBoth(owner, null, to)).toEqual({
        rcodes: [100, 100, 100],
        errors: [unknown, unknown, unknown],
        kept: [null, null],
      })
    const added = await app.call(
      regionCalls.addStore,
      { store_name: 'New', merchant_id: waiting.merchant_id },
      { as: owner },
    )
    expect(added.body).toMatchObject({ rcode: 100, result: { errors: [unknown] } })
  })

  test('is changed only by callers who manage bank cards; others keep what is there', async () => {
    const permissions = ['store.manage', 'device.manage'] as const
    const clerk = await makeStaff(app, owner, { permissions })
    const banker = await makeStaff(app, owner, { permissions: [...permissions, 'bank.manage'] })
    const denied = { path: 'merchant_id', message: 'You have no permission to change the payout account' }
    const from = card.merchant_id
    for (const to of [other.merchant_id, null])
      expect(await setBoth(clerk, from, to)).toEqual({
        rcodes: [100, 100, 100],
        errors: [denied, denied, denied],
        kept: [from, from],
      })
    // The same value is no change.
    expect(await setBoth(clerk, from, from)).toMatchObject({ rcodes: [0, 0, 0], kept: [from, from] })
    expect(await setBoth(banker, from, other.merchant_id)).toMatchObject({
      rcodes: [0, 0, 0],
      kept: [other.merchant_id, other.merchant_id],
    })
    expect(await setBoth(banker, from, null)).toMatchObject({ rcodes: [0, 0, 0], kept: [null, null] })
    const input = { store_name: 'Clerk', merchant_id: from }
    expect((await app.call(regionCalls.addStore, input, { as: clerk })).body).toMatchObject({
      rcode: 100,
      result: { errors: [denied] },
    })
  })

  test('stays when an edit leaves it out', async () => {
    const store = await makeStore(app, owner, { merchant_id: card.merchant_id })
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    for (const as of [clerk, owner]) {
      const { body } = await app.call(editStore, { _id: store._id, store_name: 'Renamed' }, { as })
      expect(body).toMatchObject({ rcode: 0, result: { merchant_id: card.merchant_id } })
    }
  })

  test('cannot be led away from the account of another by a role that sees only own cards', async () => {
    const permissions = ['store.manage', 'device.manage', 'bank.manage'] as const
    const clerk = await makeStaff(app, owner, { permissions, bank: 'own' })
    const mine = (await makeApproved(app, owner, { by: clerk })).merchant_id
    const [theirStore, sameStore, myStore, unpaidStore] = [
      await makeStore(app, owner, { merchant_id: card.merchant_id }),
      await makeStore(app, owner, { merchant_id: card.merchant_id }),
      await makeStore(app, owner, { merchant_id: mine }),
      await makeStore(app, owner),
    ]
    const machine = await makeBoundMachine(app, owner, { store: theirStore._id })
    const refusedAt = async (edit: object, as = clerk) => {
      const answers = [
        await app.call(editDev, { sn: machine.sn, ...edit }, { as }),
        await app.call(editDevs, { sns: [machine.sn], ...edit }, { as }),
      ]
      return answers.map(({ body }) => {
        const { errors } = (body.result ?? {}) as { errors?: { path: string; message: string }[] }
        return errors?.[0]?.message === 'You have no permission to change the payout account'
          ? errors[0].path
          : body.rcode
      })
    }
    // Its store is paid out to another's card, whether or not it has an account of its own.
    expect(await refusedAt({ merchant_id: mine })).toEqual(['merchant_id', 'merchant_id'])
    expect(await refusedAt({ merchant_id: mine, store: myStore._id })).toEqual(['merchant_id', 'merchant_id'])
    for (const store of [myStore._id, unpaidStore._id, null])
      expect(await refusedAt({ store })).toEqual(['store', 'store'])
    expect(await deviceOf(machine)).toMatchObject({ merchant_id: null, store: theirStore._id })
    // Elsewhere with the same account is no change, and callers who see all cards may do it.
    expect(await refusedAt({ store: sameStore._id })).toEqual([0, 0])
    expect(await refusedAt({ store: myStore._id }, owner)).toEqual([0, 0])
    // From an own card, and from none, to anywhere.
    expect(await refusedAt({ store: unpaidStore._id })).toEqual([0, 0])
    expect(await refusedAt({ store: myStore._id })).toEqual([0, 0])
    expect(await refusedAt({ merchant_id: mine, store: theirStore._id })).toEqual([0, 0])
    // Its own account goes with it, so the store is not asked for.
    expect(await refusedAt({ store: myStore._id })).toEqual([0, 0])
    await app.call(editDev, { sn: machine.sn, merchant_id: card.merchant_id }, { as: owner })
    expect(await refusedAt({ store: unpaidStore._id })).toEqual([0, 0])
    expect(await refusedAt({ merchant_id: null })).toEqual(['merchant_id', 'merchant_id'])
  })

  test('stays when a spare machine with the account of another takes the place of one', async () => {
    const permissions = ['device.manage', 'device.remote', 'bank.manage'] as const
    const clerk = await makeStaff(app, owner, { permissions, bank: 'own', operation: testOperation })
    const mine = (await makeApproved(app, owner, { by: clerk })).merchant_id
    const [old, spare, free] = [
      await makeBoundMachine(app, owner),
      await makeBoundMachine(app, owner),
      await makeBoundMachine(app, owner),
    ]
    await app.call(editDev, { sn: old.sn, merchant_id: mine }, { as: owner })
    await app.call(editDev, { sn: spare.sn, merchant_id: card.merchant_id }, { as: owner })
    const replace = async (to: string) => {
      const input = { sn: old.sn, to, sign: await unlock(app, clerk) }
      return (await app.call(machineCalls.replaceDev, input, { as: clerk })).body
    }
    expect(await replace(spare.sn)).toMatchObject({ rcode: 100, result: { errors: [{ path: 'to' }] } })
    expect(await deviceOf(spare)).toMatchObject({ merchant_id: card.merchant_id })
    expect(await replace(free.sn)).toMatchObject({ rcode: 0, result: { merchant_id: mine } })
  })

  test('moves only between own cards for a role that sees only these', async () => {
    const permissions = ['store.manage', 'device.manage', 'bank.manage'] as const
    const clerk = await makeStaff(app, owner, { permissions, bank: 'own' })
    const mine = (await makeApproved(app, owner, { by: clerk })).merchant_id
    const theirs = card.merchant_id
    expect(await setBoth(clerk, null, mine)).toMatchObject({ rcodes: [0, 0, 0], kept: [mine, mine] })
    expect(await setBoth(clerk, mine, null)).toMatchObject({ rcodes: [0, 0, 0], kept: [null, null] })
    expect(await setBoth(clerk, null, theirs)).toMatchObject({ rcodes: [100, 100, 100], kept: [null, null] })
    for (const to of [mine, null])
      expect(await setBoth(clerk, theirs, to)).toMatchObject({
        rcodes: [100, 100, 100],
        kept: [theirs, theirs],
      })
  })
})

test('pickers offer approved cards alone, with masked numbers, and own ones to roles that see only these', async () => {
  const merchant = await makeMerchant(app)
  const clerk = await makeStaff(app, merchant, { permissions: ['bank.manage'], bank: 'own' })
  const accountant = await makeStaff(app, merchant, { permissions: ['bank.settle'] })
  await makeCard(app, merchant)
  const first = await makeApproved(app, merchant, { mch_name: 'B' })
  const second = await makeApproved(app, merchant, { mch_name: 'A', by: clerk })
  const accounts = async (as: Merchant, condition: object = {}) =>
    (await app.call(bankCardCalls.getPayoutAccounts, { condition }, { as })).body.result
  const shown = ({ merchant_id, mch_name, acct_name, acct_no }: typeof first) => ({
    merchant_id,
    mch_name,
    acct_name,
    acct_no,
  })
  for (const as of [merchant, accountant])
    expect(await accounts(as)).toEqual({ data: [shown(second), shown(first)], count: 2 })
  expect(await accounts(clerk)).toEqual({ data: [shown(second)], count: 1 })
  expect((await accounts(merchant, { ids: [first.merchant_id] })).count).toBe(1)
  expect(first.acct_no).toBe('6222***********0128')
  expect((await accounts(neighbour, { ids: [first.merchant_id] })).count).toBe(0)
})

test('a sale keeps the account of its machine, or of its store, at the time of its order', async () => {
  const store = await makeStore(app, owner, { merchant_id: card.merchant_id })
  const machine = await makeSelling(app, owner, { store: store._id })
  const next = async () => {
    app.clock.advance(1)
    await ask(app, machine)
    return (await orderOf(app, machine)).merchant_id
  }
  expect(await next()).toBe(card.merchant_id)
  const first = await orderOf(app, machine)
  await app.call(editDev, { sn: machine.sn, merchant_id: other.merchant_id }, { as: owner })
  expect(await next()).toBe(other.merchant_id)
  await app.call(editDev, { sn: machine.sn, merchant_id: null }, { as: owner })
  await app.call(editStore, { ...pickEdit(store), merchant_id: null }, { as: owner })
  expect(await next()).toBeNull()
  // A machine that stands nowhere has no store's account.
  await app.call(editStore, { ...pickEdit(store), merchant_id: card.merchant_id }, { as: owner })
  await app.call(editDev, { sn: machine.sn, store: null }, { as: owner })
  expect(await next()).toBeNull()
  const { rows } = await app.owner.query('select merchant_id from pay_order where orderno = $1', [
    first.orderno,
  ])
  expect(rows).toEqual([{ merchant_id: card.merchant_id }])
})

test('stores and machines are found by their payout account, those in the scope of the caller', async () => {
  const account = await makeApproved(app, owner, { mch_name: 'Third shop' })
  const { merchant_id } = account
  const [here, there] = [
    await makeStore(app, owner, { merchant_id }),
    await makeStore(app, owner, { merchant_id }),
  ]
  await makeStore(app, owner, { merchant_id: card.merchant_id })
  // In a store with the account, but without one of its own.
  await makeBoundMachine(app, owner, { store: here._id })
  const [inHere, inThere] = [
    await makeBoundMachine(app, owner, { store: here._id }),
    await makeBoundMachine(app, owner, { store: there._id }),
  ]
  const sns = [inHere.sn, inThere.sn]
  await app.call(editDevs, { sns, merchant_id }, { as: owner })
  const found = async (as: Merchant) => {
    const condition = { merchant_id }
    const stores = (await app.call(regionCalls.getStore, { condition }, { as })).body.result
    const devices = (await app.call(getDev, { condition }, { as })).body.result
    return [stores.data.map(({ _id }) => _id), devices.data.map(({ sn }) => sn), stores.count, devices.count]
  }
  expect(await found(owner)).toEqual([[there._id, here._id], [inThere.sn, inHere.sn], 2, 2])
  expect((await cardOf(merchant_id))?.store_count).toBe(2)
  const clerk = await makeStaff(app, owner, {
    permissions: ['store.manage', 'device.manage'],
    stores: [here._id],
  })
  expect(await found(clerk)).toEqual([[here._id], [inHere.sn], 1, 1])
  expect(await found(neighbour)).toEqual([[], [], 0, 0])
})

test('the bank is told the number of an approved card of the merchant, and of no other', async () => {
  const account = (id: string, { tenantId } = owner) =>
    inTenant(app.deps.db.main, tenantId, (tx) => accountToPay({ tx, tenantId, deps: app.deps }, id))
  const merchant = await makeMerchant(app)
  const approved = await makeStoredCard(app, merchant)
  const reviewing = await makeStoredCard(app, merchant, { state: 'reviewing' })
  const [row] = await asOwner<{ tail: string }>(app, 'select tail from bank_card where merchant_id = $1', [
    approved,
  ])
  const tail = row?.tail ?? 'unknown'
  expect(await account(approved, merchant)).toEqual({
    name: 'Zhang San',
    number: expect.stringMatching(new RegExp(`^6222\\d+${tail}$`)),
    bank: 'ICBC',
    bankNo: '102100099996',
  })
  expect([await account(reviewing, merchant), await account(approved)]).toEqual([undefined, undefined])
  await asOwner(app, 'update bank_card set deleted_at = now() where merchant_id = $1', [approved])
  expect(await account(approved, merchant)).toBeUndefined()
})
