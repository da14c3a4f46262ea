/**
 * Every message of a machine, sent through the real gateway, changes rows of this machine alone. Its sibling is in
 * another store of the same merchant and sends the same a moment later: the same faults, the same open commands,
 * the same slots. A statement without the machine in its condition changes the sibling too.
 */
import type { UpMessage, UpName } from '@slotwise/machine-protocol'
import { upMessages } from '@slotwise/machine-protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type Declared,
  differencesOf,
  everyRow,
  idleIn,
  misdirectedIn,
  undeclaredIn,
} from '../../test/blast-radius.ts'
import { giveActivity, makeMerchant, makeStore, type Merchant } from '../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import type { HandMachine } from '../../test/hand-machine.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { sellIn } from '../../test/order-stand.ts'
import { makeVoucher } from '../../test/voucher-stand.ts'
import { giveCommand, takeForSending } from '../modules/commands/index.ts'

type MachineWithCommands = {
  bound: BoundMachine
  hand: HandMachine
  commands: Record<string, string>
  store: string | null
  goods: string
  /** The code of a voucher for the goods. */
  voucher: string
}
type NamedMessage = { [Name in UpName]: { name: Name; data: UpMessage<Name> } }[UpName]

let stand: GatewayStand
let machine: MachineWithCommands
let siblings: MachineWithCommands[]

const by = { id: null, username: 'tester' }

/** A machine that is online, with goods in its first slot and commands that were sent to it. */
async function makeMachine(merchant: Merchant, store: string | null = null): Promise<MachineWithCommands> {
  const { app } = stand
  const bound = await makeBoundMachine(app, merchant, { store })
  const goods = await sellIn(app, bound, merchant)
  const hand = await stand.comeOnline(bound)
  const commands: MachineWithCommands['commands'] = {}
  for (const use of ['accepted', 'refused', 'done', 'failed']) {
    const { command } = await asMachine(app, bound, (ctx) =>
      use === 'accepted'
        ? giveCommand(ctx, { op: 'testOut', args: { items: [{ ch: 1, n: 1 }] }, by })
        : giveCommand(ctx, { op: 'led', args: { on: true }, by }),
    )
    await asMachine(app, bound, (ctx) => takeForSending(ctx, command))
    commands[use] = command
  }
  const { code: voucher } = await makeVoucher(app, merchant, { goods })
  return { bound, hand, commands, store, goods, voucher }
}

beforeAll(async () => {
  stand = await startGatewayStand()
  const { app, owner } = stand
  const here = (await makeStore(app, owner))._id
  const there = (await makeStore(app, owner))._id
  const neighbour = await makeMerchant(app)
  giveActivity(app, owner)
  giveActivity(app, neighbour)
  siblings = [await makeMachine(owner, there), await makeMachine(neighbour)]
  machine = await makeMachine(owner, here)
})
afterAll(async () => {
  await stand.sendHome()
  await stand.close()
})

const slot = (ch: number, qty: number) => ({ ch, qty, max: 9, state: 'ok' as const })
/** A table whose rows name the machine, or the machine's store, goods or voucher. */
type Touched = string | [table: string, by: 'store' | 'goods' | 'voucher']
const columns = { store: 'store_id', goods: 'goods_id', voucher: 'code' } as const
/** What a sale changes. */
const saleTables: Touched[] = [
  'machine_inbox',
  'bill',
  ['bill_goods', 'goods'],
  'sales_device_day',
  'sales_device_month',
  'sales_device_hour',
  'sales_goods_client_day',
  'sales_goods_client_month',
  'sales_goods_day',
  'sales_goods_month',
  ['sales_store_day', 'store'],
  ['sales_store_month', 'store'],
  ['sales_store_hour', 'store'],
  'channel',
  'stock_move',
  'slot_report',
]
/** What an order changes that is paid at once. */
const orderTables: Touched[] = [
  'pay_order',
  ...saleTables.filter(
    (table) => !['machine_inbox', 'channel', 'stock_move', 'slot_report'].includes(String(table)),
  ),
]
/** The messages, in this order, and the tables that each changes besides the machine's state and events. */
const messages: [title: string, say: (machine: MachineWithCommands) => NamedMessage, tables: Touched[]][] = [
  [
    'heartbeat',
    () => ({
      name: 'heartbeat',
      data: { rssi: -60, net: '4g', app: '2.4.1', android: '11', uptime: 100, temp: 21.4, off: true },
    }),
    ['device_temperature'],
  ],
  [
    'all slots',
    () => ({ name: 'slots', data: { rev: 1, full: true, slots: [slot(1, 5), slot(2, 5)] } }),
    ['slot_report', 'channel', 'stock_move'],
  ],
  [
    'a changed slot',
    () => ({ name: 'slots', data: { rev: 2, full: false, slots: [slot(1, 3)] } }),
    ['slot_report', 'channel', 'stock_move'],
  ],
  [
    'fewer slots',
    () => ({ name: 'slots', data: { rev: 3, full: true, slots: [slot(1, 3)] } }),
    ['slot_report'],
  ],
  [
    'a sale',
    () => ({
      name: 'sale',
      data: {
        saleId: 's1',
        client: 'coin',
        amount: 350,
        items: [{ ch: 1, n: 1, ok: true }],
        result: 'delivered',
        tookMs: 900,
      },
    }),
    saleTables,
  ],
  [
    'an order',
    () => ({ name: 'order', data: { reqId: 'r1', items: [{ ch: 1, n: 1 }], pay: 'wechat', kind: 'buy' } }),
    ['pay_order'],
  ],
  [
    'an order by voucher',
    ({ voucher }) => ({ name: 'order', data: { reqId: 'r2', items: [], pay: 'gift', voucher, kind: 'buy' } }),
    [...orderTables, ['voucher', 'voucher']],
  ],
  ['applied settings', () => ({ name: 'config', data: { rev: 1 } }), ['device']],
  ['a search begun', () => ({ name: 'config', data: { init: 'running', slots: 0 } }), ['heard_message']],
  ['a search ended', () => ({ name: 'config', data: { init: 'done', slots: 1 } }), ['heard_message']],
  [
    'a fault begun',
    () => ({ name: 'fault', data: { code: 'MOTOR', ch: 1, raw: 'm', active: true } }),
    ['device_fault', 'heard_message'],
  ],
  [
    'a fault ended',
    () => ({ name: 'fault', data: { code: 'MOTOR', ch: 1, raw: 'm', active: false } }),
    ['device_fault', 'heard_message'],
  ],
  [
    'a command accepted',
    ({ commands }) => ({ name: 'ack', data: { id: commands['accepted'] ?? '', accepted: true } }),
    ['command'],
  ],
  [
    'a command refused',
    ({ commands }) => ({
      name: 'ack',
      data: { id: commands['refused'] ?? '', accepted: false, why: 'busy' },
    }),
    ['command'],
  ],
  [
    'progress',
    ({ commands }) => ({
      name: 'progress',
      data: { id: commands['accepted'] ?? '', items: [{ ch: 1, n: 1, ok: true }] },
    }),
    ['command'],
  ],
  [
    'a command done',
    ({ commands }) => ({ name: 'result', data: { id: commands['done'] ?? '', ok: true, items: [] } }),
    ['command'],
  ],
  [
    'a command failed',
    ({ commands }) => ({ name: 'result', data: { id: commands['failed'] ?? '', ok: false, items: [] } }),
    ['command'],
  ],
  [
    'farewell',
    () => ({ name: 'status', data: { state: 'offline', boot: 1, reason: 'shutdown' } }),
    ['heard_message'],
  ],
  ['its return', () => ({ name: 'status', data: { state: 'online', boot: 2 } }), ['heard_message']],
]

async function hear({ hand }: MachineWithCommands, { name, data }: NamedMessage): Promise<void> {
  await hand.say(name, data)
  await stand.gateway.flush()
}

describe('of all that is stored, only the machine itself changes with', () => {
  test.each(messages)('%s', async (_title, say, tables) => {
    stand.app.clock.advance(1)
    const before = await everyRow(stand.app)
    await hear(machine, say(machine))
    const after = await everyRow(stand.app)
    // What ended at this machine must still be open at its siblings.
    for (const sibling of siblings) await hear(sibling, say(sibling))
    const differences = differencesOf(before, after)
    const named = { device_id: machine.bound.id }
    const declared: Declared = Object.fromEntries(
      tables.map((table) =>
        typeof table === 'string' ? [table, named] : [table[0], { [columns[table[1]]]: machine[table[1]] }],
      ),
    )
    const counter = { tenant_id: stand.owner.tenantId }
    const always = { live_event: named, live_event_counter: counter, device_state: named }
    expect(undeclaredIn(differences, { ...always, ...declared })).toEqual([])
    expect(misdirectedIn(differences, after)).toEqual([])
    expect(idleIn(differences, declared)).toEqual([])
    expect(differences.length).toBeGreaterThan(0)
  })

  test('every message of the protocol was tried', () => {
    const sentNames = new Set(messages.map(([, say]) => say(machine).name))
    expect([...sentNames].toSorted()).toEqual(Object.keys(upMessages).toSorted())
  })
})
