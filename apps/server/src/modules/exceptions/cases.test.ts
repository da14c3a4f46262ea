import { exceptionCalls, overviewCalls, type CaseSum } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { casesNow, listCases } from '../../../test/case-stand.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { inBooks, makeSale } from '../../../test/sale-stand.ts'
import { changeBills } from '../bills/book-service.ts'

const app = await testApp()
const start = app.clock.now

let owner: Merchant
let store: string
let machine: BoundMachine
let sibling: BoundMachine

beforeEach(async () => {
  app.clock.now = start
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner))._id
  machine = await makeBoundMachine(app, owner, { store, title: 'Lobby' })
  sibling = await makeBoundMachine(app, owner)
  const failed = { status: 1, goods: [{ delivered: 0 }] } as const
  await makeSale(app, machine, { ...failed, store_id: store })
  await makeSale(app, sibling, { ...failed, create_at: new Date(start.getTime() - 26 * 3_600_000) })
  await makeSale(app, sibling, { goods: [{ delivered: 1 }], oddities: ['order'] })
  app.clock.advance(3_600)
})

const done = (id: string, isDone: boolean, remarks = '') =>
  app.call(exceptionCalls.doneCase, { case: id, done: isDone, remarks }, { as: owner })

const sumFor = async (condition: object): Promise<CaseSum> => {
  const { body } = await app.call(exceptionCalls.getCases, { condition }, { as: owner })
  return (body.result as unknown as { sum: CaseSum }).sum
}

describe('the list', () => {
  test('has the newest first, narrows by kind, days, store and machine, and counts what is open', async () => {
    const all = await casesNow(app, owner)
    expect(all.map(({ since }) => since)).toEqual(
      all
        .map(({ since }) => since)
        .toSorted()
        .toReversed(),
    )
    expect(all).toHaveLength(3)
    const kinds = async (condition: Parameters<typeof listCases>[2]) =>
      (await listCases(app, owner, condition)).map(({ kind, sn }) => `${kind} ${sn}`)
    expect(await kinds({ store })).toEqual([`paid_not_delivered ${machine.sn}`])
    expect(await kinds({ sn: sibling.sn, kind: 'delivered_not_paid' })).toEqual([
      `delivered_not_paid ${sibling.sn}`,
    ])
    expect(await kinds({ to: '2026-11-14' })).toEqual([`paid_not_delivered ${sibling.sn}`])
    expect(await kinds({ from: '2026-11-15' })).toHaveLength(2)
    expect(await sumFor({ kind: 'paid_not_delivered' })).toEqual({
      paid_not_delivered: 2,
      delivery_unknown: 0,
      delivered_not_paid: 1,
      refund_stuck: 0,
      books_differ: 0,
      sale_unclear: 0,
      amount: 700,
    })
    expect((await sumFor({ sn: machine.sn })).amount).toBe(350)
  })

  test('is told to the overview of the main account alone', async () => {
    await casesNow(app, owner)
    const staff = await makeStaff(app, owner, { permissions: ['home', 'order.buyBill', 'order.refund'] })
    const attention = async (as: Merchant) =>
      (await app.call(overviewCalls.getAttention, {}, { as })).body.result as unknown as {
        cases: number | null
      }
    expect((await attention(owner)).cases).toBe(3)
    expect((await attention(staff)).cases).toBeNull()
    // Those that are done, and those whose cause has ended, no longer wait.
    const [one] = await casesNow(app, owner, { sn: machine.sn })
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [one?.orderno ?? ''], () => ({ status: 0 })))
    const [other] = await casesNow(app, owner)
    expect((await attention(owner)).cases).toBe(2)
    await done(other?.case ?? '', true)
    expect((await attention(owner)).cases).toBe(1)
  })
})

describe('the work on a case', () => {
  test('is taken, done with remarks, and opened again', async () => {
    const [first] = await casesNow(app, owner)
    const id = first?.case ?? ''
    const taken = await app.call(exceptionCalls.takeCase, { case: id, take: true }, { as: owner })
    expect(taken.body.result).toMatchObject({ taker: owner.accountId, taken_at: app.clock.now.toISOString() })
    app.clock.advance(60)
    const ended = await done(id, true, 'Paid back in cash')
    expect(ended.body.result).toMatchObject({ state: 'done', action: null, remarks: 'Paid back in cash' })
    // Its cause lasts, and it is not found again.
    expect((await casesNow(app, owner)).map((one) => one.case)).not.toContain(id)
    expect(await listCases(app, owner, { state: 'done' })).toMatchObject([{ case: id }])
    await done(id, false, 'Came back')
    expect(await casesNow(app, owner, { ids: [id] })).toMatchObject([{ state: 'open', remarks: 'Came back' }])
    const free = await app.call(exceptionCalls.takeCase, { case: id, take: false }, { as: owner })
    expect(free.body.result).toMatchObject({ taker: null, taken_at: null })
    const audits = await asOwner<{ call: string }>(
      app,
      `select call from audit where tenant_id = $1 and object = 'case' order by audit_id`,
      [owner.tenantId],
    )
    expect(audits.map(({ call }) => call)).toEqual(['takeCase', 'doneCase', 'doneCase', 'takeCase'])
  })

  test('ends with the cause: a closed case is not changed any more', async () => {
    const [found] = await casesNow(app, owner, { sn: machine.sn })
    const { case: id = '', orderno } = found ?? {}
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [orderno ?? ''], () => ({ status: 0 })))
    await casesNow(app, owner)
    expect((await done(id, true)).body.rcode).toBe(103)
    const take = await app.call(exceptionCalls.takeCase, { case: id, take: true }, { as: owner })
    expect(take.body.rcode).toBe(103)
    expect((await done('999999999', true)).body.rcode).toBe(101)
  })
})
