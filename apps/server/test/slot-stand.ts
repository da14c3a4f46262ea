import { type Channel, slotCalls } from '@slotwise/contract'

import { takeReport } from '../src/gateway/reports.ts'
import { inTenant } from '../src/kernel/db.ts'
import { ordernoOf } from '../src/kernel/orderno.ts'
import { giveCommand } from '../src/modules/commands/index.ts'
import { bookSold, type Sold } from '../src/modules/slots/index.ts'
import { testApp, type TestApp } from './app.ts'
import { makeGoods, makeMerchant, type Merchant } from './factories.ts'
import { asMachine, type BoundMachine, messageOf } from './machines.ts'
import { asOwner } from './owner.ts'

const by = { id: null, username: 'tester' }

/** A line of the stock ledger. */
export type StockLine = {
  slot: number
  reason: string
  before: number
  after: number
  orderno: string | null
}

/** A merchant with two goods, and machines that send what the test says. */
export class SlotStand {
  readonly app: TestApp
  readonly owner: Merchant
  readonly cola: string
  readonly water: string

  private constructor({ app, owner, cola, water }: Pick<SlotStand, 'app' | 'owner' | 'cola' | 'water'>) {
    this.app = app
    this.owner = owner
    this.cola = cola
    this.water = water
  }

  /** Call it at the head of a file: the app closes after its last test. */
  static async start(): Promise<SlotStand> {
    const app = await testApp()
    const owner = await makeMerchant(app)
    const cola = (await makeGoods(app, owner, { title: 'Cola', price: 350 })).goods_id
    const water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id
    return new SlotStand({ app, owner, cola, water })
  }

  /** Puts 8 colas into slot 1, 5 into slot 2 and 5 waters into slot 3 of each machine; ten seconds pass. */
  async stock(...machines: readonly BoundMachine[]): Promise<void> {
    for (const machine of machines) {
      await this.put(machine, 1, this.cola, 8)
      await this.put(machine, 2, this.cola, 5)
      await this.put(machine, 3, this.water, 5)
    }
    this.app.clock.advance(10)
  }

  async slots({ sn }: BoundMachine): Promise<Channel[]> {
    return (await this.app.call(slotCalls.getDevChannel, { sn }, { as: this.owner })).body.result.data
  }

  /** Each slot with the number of pieces that the server has stored. */
  async books(machine: BoundMachine): Promise<[number, number][]> {
    return (await this.slots(machine)).map(({ channel_sn: number, quantity }) => [number, quantity])
  }

  /** Every change of stock, the oldest first. */
  ledger({ id }: BoundMachine) {
    const text =
      'select channel_sn, reason, before, after from stock_move where device_id = $1 order by move_id'
    return asOwner(this.app, text, [id])
  }

  put({ sn }: BoundMachine, channel_sn: number, goods: string, quantity: number) {
    this.app.clock.advance(4)
    const input = { sn, channel_sn, goods, quantity, max: 20 }
    return this.app.call(slotCalls.setChannelInfo, input, { as: this.owner })
  }

  /** Handles a message of a machine as the gateway does. */
  says(machine: BoundMachine, name: 'slots' | 'ack' | 'progress' | 'result', data: unknown) {
    this.app.clock.advance(1)
    return asMachine(this.app, machine, (ctx) =>
      takeReport(ctx, name, messageOf(machine, name, data as never)),
    )
  }

  counts(machine: BoundMachine, rev: number, quantities: Record<number, number>, full = true) {
    const slots = Object.entries(quantities).map(([ch, qty]) => ({
      ch: Number(ch),
      qty,
      max: 20,
      state: 'ok',
    }))
    return this.says(machine, 'slots', { rev, full, slots })
  }

  /** Gives a command and marks it as sent. */
  async give(machine: BoundMachine, order: Omit<Parameters<typeof giveCommand>[1], 'by'>): Promise<string> {
    this.app.clock.advance(1)
    const { command } = await asMachine(this.app, machine, (ctx) => giveCommand(ctx, { ...order, by }))
    await this.send(command)
    return command
  }

  /** Marks a command as sent, as a gateway does. */
  async send(command: string): Promise<void> {
    const text = `update command set state = 'sent', sent_at = created_at where command_id = $1`
    await asOwner(this.app, text, [command])
  }

  /** A customer buys now. The server hears of it when the sale is booked. */
  buys({ id }: BoundMachine, items: Record<number, number>, orderno = 'A1'): Sold {
    this.app.clock.advance(1)
    const pieces = Object.entries(items).map(([ch, n]) => ({ ch: Number(ch), n }))
    return { deviceId: id, orderno, at: this.app.clock.now, items: pieces }
  }

  /** Books sales of the merchant in one batch. */
  sells(...sold: readonly Sold[]): Promise<void> {
    this.app.clock.advance(1)
    const { tenantId } = this.owner
    return inTenant(this.app.deps.db.main, tenantId, (tx) =>
      bookSold({ tx, tenantId, now: this.app.clock.now }, sold),
    )
  }

  /** The pieces in the first three slots. */
  async firstStock(machine: BoundMachine): Promise<number[]> {
    return (await this.books(machine)).slice(0, 3).map(([, quantity]) => quantity)
  }

  /** The lines of the ledger since the three that `stock` has made. */
  async linesSinceStock(machine: BoundMachine) {
    const lines = (await this.lines(machine)).slice(3)
    return lines.map(({ slot, reason, before, after }) => [slot, reason, before, after])
  }

  /** Customers buy now, and the server hears of it at once. */
  sellsNow(machine: BoundMachine, items: Record<number, number>): Promise<void> {
    const sold = this.buys(machine, items)
    return this.sells({ ...sold, orderno: ordernoOf(sold.at, [machine.sn]) })
  }

  /** The ledger in the order in which the history shows it, the oldest first. */
  lines({ id }: BoundMachine): Promise<StockLine[]> {
    const text = `select channel_sn as slot, reason, before, after, orderno
      from stock_move where device_id = $1 order by at, move_id`
    return asOwner<StockLine>(this.app, text, [id])
  }
}
