/** What a machine is told of messages that name something there is not, or that have no name. */
import type { UpName } from '@slotwise/machine-protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import type { HandMachine } from '../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { sellIn } from '../../test/order-stand.ts'

let stand: GatewayStand
let machine: BoundMachine
let hand: HandMachine

beforeAll(async () => {
  stand = await startGatewayStand()
  machine = await makeBoundMachine(stand.app, stand.owner)
  await sellIn(stand.app, machine, stand.owner)
  hand = await stand.comeOnline(machine)
})
beforeEach(() => {
  hand.heard.splice(0)
})
afterAll(async () => {
  await stand.sendHome()
  await stand.close()
})

/** Publishes a message, and returns what its machine is told of it before it is acknowledged. */
async function say(type: UpName, mid: string | undefined, data: object): Promise<unknown[]> {
  const ts = stand.app.clock.now.getTime()
  await hand.sayAnything(type, JSON.stringify({ v: 1, sn: machine.sn, mid, seq: 1, ts, type, data }))
  return hand.heard.splice(0).flatMap(({ name, message }) => (name === 'error' ? [message.data] : []))
}

test.each([
  ['a fault of a slot that is not there', 'fault', { code: 'LOCK', ch: 9_999, raw: '', active: true }, 'ch'],
  ['an acknowledgement of no command', 'ack', { id: '9', accepted: true }, 'id'],
  ['the progress of no command', 'progress', { id: 'x', items: [] }, 'id'],
  ['the result of no command', 'result', { id: '9', ok: true, items: [] }, 'id'],
] as const)('%s is refused with an answer', async (mid, type, data, field) => {
  expect(await say(type, mid, data)).toEqual([
    { mid, type, field: `data.${field}`, reason: 'unknown value', outcome: 'refused' },
  ])
})

test('a message without a name is told of without one', async () => {
  const sale = { saleId: 's', client: 'coin', amount: 350, items: [], result: 'delivered' }
  expect(await say('sale', undefined, sale)).toMatchObject([{ mid: '', field: 'mid', outcome: 'taken' }])
  const other = { ...sale, amount: 700 }
  expect(await say('sale', undefined, other)).toMatchObject([{ mid: '', reason: 'reused name' }])
})
