/** Refunds of one bill at the same moment. */
import { billCalls, type InputOf } from '@slotwise/contract'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { storm } from '../../../test/depth.ts'
import { makeMerchant, type Merchant, unlock } from '../../../test/factories.ts'
import { hold, waitingForLocks } from '../../../test/hold-table.ts'
import { makeBoundMachine, type BoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf, givenBack, makeSale, refundsIn } from '../../../test/sale-stand.ts'
import { connectionsOf } from '../../kernel/connections.ts'
import { openDb } from '../../kernel/db.ts'
import { AppError, wordError } from '../../kernel/errors.ts'
import { runRefund } from '../refunds/index.ts'
import { refund } from './refund-service.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let sign: string

beforeAll(async () => {
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
  sign = await unlock(app, owner)
})

type Input = InputOf<typeof billCalls.refund>

const atOnce = 64
/** Requests for the whole amount and for parts of it. */
const requestsFor = (orderno: string): Omit<Input, 'sign'>[] =>
  Array.from({ length: atOnce }, (_, index) => ({
    orderno,
    remarks: 'it was broken',
    ...(index % 2 === 0
      ? { part_refund: false }
      : { part_refund: true, refund_fee: 1 + ((index * 37) % 999) }),
  }))

/** One of the requests was accepted, and the provider has given back what it asked for, once. */
async function oneWasAccepted(orderno: string, codes: readonly number[]): Promise<void> {
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 500)).toHaveLength(atOnce - 1)
  const refunds = await refundsIn(app, orderno)
  expect(refunds).toHaveLength(1)
  const [{ refund_id: id } = { refund_id: '' }] = refunds
  await Promise.all(Array.from({ length: 8 }, () => runRefund(app.deps, owner.tenantId, id)))
  const { refunded, total_price: total } = await billOf(app, owner.tenantId, orderno)
  expect(refunded).toBeGreaterThan(0)
  expect(refunded).toBeLessThanOrEqual(total)
  expect(await givenBack(app, owner.tenantId, orderno)).toEqual({ count: 1, amount: refunded })
}

test('of 64 transactions that wait for a bill, one refunds it: refunds never exceed what was paid', async () => {
  // The server lets in eight calls of a merchant at once, so these do not come as calls.
  const connections = { ...connectionsOf.all, main: atOnce }
  const db = openDb(app.deps.db.url, { connections, waitSeconds: 120, now: app.deps.now })
  onTestFinished(() => db.close())
  const wide = { ...app, deps: { ...app.deps, db } }
  const rounds = storm({ usual: 3, deep: 30 })
  for (let round = 0; round < rounds; round += 1) {
    const { orderno } = await makeSale(app, machine, { goods: [{ price: 1_000 }] })
    const barrier = await hold(app, `select from bill where orderno = '${orderno}' for update`)
    const requests = requestsFor(orderno).map((input) =>
      asUser(wide, owner, (ctx) => refund(ctx, { ...input, sign: '' })).then(
        () => 0,
        (error: unknown) =>
          error instanceof AppError ? wordError(error, 'en-US').rcode : Promise.reject(error),
      ),
    )
    await expect.poll(() => asOwner(app, waitingForLocks), { timeout: 60_000 }).toHaveLength(atOnce)
    await barrier.letGo()
    await oneWasAccepted(orderno, await Promise.all(requests))
  }
})

test('of 64 calls at once, one is accepted', async () => {
  const { orderno } = await makeSale(app, machine, { goods: [{ price: 1_000 }] })
  const barrier = await hold(app, `select from bill where orderno = '${orderno}' for update`)
  const requests = requestsFor(orderno).map((input) =>
    app.call(billCalls.refund, { ...input, sign }, { as: owner }),
  )
  // As many as the server lets in at once wait for the bill, and go on together.
  await expect.poll(() => asOwner(app, waitingForLocks)).toHaveLength(8)
  await barrier.letGo()
  await oneWasAccepted(
    orderno,
    (await Promise.all(requests)).map(({ body }) => body.rcode),
  )
})
