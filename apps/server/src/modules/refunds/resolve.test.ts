import { billCalls } from '@slotwise/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant, unlock } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { opsOf } from '../../../test/ops.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf, givenBack, makeSale, payStateOf, refundsIn } from '../../../test/sale-stand.ts'
import { merchantOrderOf } from '../payments/index.ts'
import { runRefund } from '../refunds/index.ts'

const app = await testApp()
const start = app.clock.now
let owner: Merchant
let machine: BoundMachine
let sign: string

beforeAll(async () => {
  owner = await makeMerchant(app, { country: 'MY' })
  machine = await makeBoundMachine(app, owner)
  sign = await unlock(app, owner)
})
beforeEach(() => {
  app.clock.now = start
})

const ops = opsOf(app)

const resolve = (orderno: string, end: string, reason = 'GKash, by telephone') =>
  ops('refund', 'resolve', orderno, end, reason)

async function ask(): Promise<{ orderno: string; id: string }> {
  const { orderno } = await makeSale(app, machine, { client: 'gkash', status: 0 })
  const input = { orderno, part_refund: false, remarks: '', sign }
  const { body } = await app.call(billCalls.refund, input, { as: owner })
  if (body.rcode !== 0) throw new Error(body.msg)
  const refund = (await refundsIn(app, orderno)).at(-1)
  return { orderno, id: refund?.refund_id ?? '' }
}

/** A refund whose call was lost before GKash received it, asked about for a day. */
async function lostRefund() {
  const asked = await ask()
  const number = merchantOrderOf(owner.tenantId, asked.orderno)
  await app.sandbox.behave({ refund: 'lost' }, number)
  await runRefund(app.deps, owner.tenantId, asked.id)
  await app.sandbox.behave({}, number)
  for (let run = 0; run < 6; run += 1) {
    const [refund] = await refundsIn(app, asked.orderno)
    app.clock.now = refund?.next_at ?? app.clock.now
    await runRefund(app.deps, owner.tenantId, asked.id)
  }
  expect(await refundsIn(app, asked.orderno)).toMatchObject([{ state: 'refunding' }])
  return { ...asked, number }
}

const lastAudit = async () =>
  (
    await asOwner<{ call: string; username: string; object_id: string; after: object }>(
      app,
      'select call, username, object_id, after from audit where tenant_id = $1 order by audit_id desc limit 1',
      [owner.tenantId],
    )
  )[0]

describe('a refund that the provider never heard of and is asked for once', () => {
  test('ends as not done, is audited, and can be asked for again, with one effect', async () => {
    const neighbour = await lostRefund()
    app.clock.now = start
    const { orderno } = await lostRefund()
    const printed = await resolve(orderno, 'not-done')
    expect(printed).toContain('the sale can be refunded again')
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 0, refunded: 0 })
    expect(await refundsIn(app, orderno)).toMatchObject([{ state: 'failed', why: 'notDone' }])
    expect(await lastAudit()).toEqual({
      call: 'ops.refundNotDone',
      username: 'operator',
      object_id: orderno,
      after: { orderno, refund_fee: 350, part_refund: false, remarks: 'GKash, by telephone' },
    })
    app.clock.now = start
    const input = { orderno, part_refund: false, remarks: '', sign }
    expect((await app.call(billCalls.refund, input, { as: owner })).body.rcode).toBe(0)
    const again = (await refundsIn(app, orderno)).at(-1)
    await runRefund(app.deps, owner.tenantId, again?.refund_id ?? '')
    expect(await payStateOf(app, orderno)).toBe('refunded')
    expect(await givenBack(app, owner.tenantId, orderno)).toEqual({ count: 1, amount: 350 })
    expect(await refundsIn(app, neighbour.orderno)).toMatchObject([{ state: 'refunding' }])
  })

  test('ends as done, and is booked as one that the provider has confirmed', async () => {
    const { orderno } = await lostRefund()
    await resolve(orderno, 'done')
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 9, refunded: 350 })
    expect(await refundsIn(app, orderno)).toMatchObject([{ state: 'refunded', why: null }])
    expect(await payStateOf(app, orderno)).toBe('refunded')
    expect(await lastAudit()).toMatchObject({ call: 'ops.refundDone', object_id: orderno })
    await expect(resolve(orderno, 'done')).rejects.toThrow('no refund of this sale is open')
  })
})

test('a refund that was not asked for yet, or is being asked for, is left alone', async () => {
  const { orderno, id } = await ask()
  await expect(resolve(orderno, 'done')).rejects.toThrow('has not been asked')
  await runRefund(app.deps, owner.tenantId, id, async (step) => {
    if (step === 'asked') await expect(resolve(orderno, 'not-done')).rejects.toThrow('is being asked now')
  })
  expect(await refundsIn(app, orderno)).toMatchObject([{ state: 'refunded' }])
  expect(await givenBack(app, owner.tenantId, orderno)).toEqual({ count: 1, amount: 350 })
})

test('the command says what is wrong with its words, and changes nothing', async () => {
  const { orderno } = await lostRefund()
  await expect(resolve('12', 'done')).rejects.toThrow('ORDERNO is the number of a sale')
  await expect(resolve(orderno, 'perhaps')).rejects.toThrow('done or not-done')
  await expect(resolve(orderno, 'done', 'x'.repeat(201))).rejects.toThrow('REASON is one line')
  await expect(ops('refund', 'resolve', orderno)).rejects.toThrow('there is no command')
  const other = await makeMerchant(app, { country: 'MY' })
  await expect(ops('refund', 'resolve', orderno, 'done', 'x', '--username', other.username)).rejects.toThrow(
    'no refund of this sale is open',
  )
  expect(await refundsIn(app, orderno)).toMatchObject([{ state: 'refunding' }])
})
