import { commandCalls, type CommandStep, historyCalls, type HistoryLine, slotCalls } from '@slotwise/contract'
import type { MachineType } from '@slotwise/machine-protocol'
import type { Fleet } from '@slotwise/simulator'
import { expect } from 'vitest'

import { type Gateway, startGateway } from '../src/gateway/gateway.ts'
import { startApp, type TestApp } from './app.ts'
import { makeGoods, makeMerchant, type Merchant, unlock } from './factories.ts'
import { HandMachine } from './hand-machine.ts'
import type { BoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'
import { playVirtual } from './virtual-machines.ts'

/** A server with its gateway, a merchant who has given the operation password, and machines that answer commands. */
export class RemoteStand {
  readonly app: TestApp
  readonly gateway: Gateway
  readonly owner: Merchant
  readonly sign: string
  readonly #fleets: Fleet[] = []
  readonly #hands: HandMachine[] = []

  private constructor(parts: Pick<RemoteStand, 'app' | 'gateway' | 'owner' | 'sign'>) {
    this.app = parts.app
    this.gateway = parts.gateway
    this.owner = parts.owner
    this.sign = parts.sign
  }

  static async start(): Promise<RemoteStand> {
    const app = await startApp()
    app.clock.now = new Date()
    const gateway = await startGateway(app.deps)
    const owner = await makeMerchant(app)
    return new RemoteStand({ app, gateway, owner, sign: await unlock(app, owner) })
  }

  /** Sets the test's clock to the real time, which the virtual machines use. */
  #setClock(): void {
    if (this.app.clock.now.getTime() < Date.now()) this.app.clock.now = new Date()
  }

  async #isOnline({ id }: BoundMachine): Promise<boolean | undefined> {
    const text = 'select online from device_state where device_id = $1'
    return (await asOwner<{ online: boolean }>(this.app, text, [id]))[0]?.online
  }

  /** Starts a virtual machine, fast, whose motors never fail. */
  async play(machine: BoundMachine, type: MachineType = 'vending', slots = 6): Promise<void> {
    this.#setClock()
    const options = { speed: 50, failure: 0 }
    this.#fleets.push(playVirtual(this.gateway.port, [{ ...machine, type, slots }], options))
    await expect.poll(() => this.#isOnline(machine)).toBe(true)
    this.#setClock()
  }

  /** A machine controlled by the test, online. */
  async come(machine: BoundMachine): Promise<HandMachine> {
    const hand = await HandMachine.connect(this.gateway.port ?? 0, machine, { boot: 1 })
    this.#hands.push(hand)
    await hand.say('status', { state: 'online', boot: 1 })
    return hand
  }

  /** Puts new goods into slots. */
  async stock(
    { sn }: BoundMachine,
    channel_sn: number | number[],
    { title, ...counts }: { title: string; max: number; quantity: number },
  ): Promise<void> {
    const { goods_id: goods } = await makeGoods(this.app, this.owner, { title, price: 300 })
    await this.app.call(slotCalls.setChannelInfo, { sn, channel_sn, goods, ...counts }, { as: this.owner })
  }

  async slotsOf({ sn }: BoundMachine) {
    return (await this.app.call(slotCalls.getDevChannel, { sn }, { as: this.owner })).body.result.data
  }

  async step({ sn }: BoundMachine, { command }: CommandStep): Promise<CommandStep> {
    return (await this.app.call(commandCalls.getCommand, { sn, command }, { as: this.owner })).body.result
  }

  /** Waits until a command is in a state. */
  async becomes(machine: BoundMachine, given: CommandStep, state: string): Promise<CommandStep> {
    await expect.poll(async () => (await this.step(machine, given)).state).toBe(state)
    return this.step(machine, given)
  }

  async history({ sn }: BoundMachine): Promise<HistoryLine[]> {
    return (await this.app.call(historyCalls.getDevHistory, { condition: { sn } }, { as: this.owner })).body
      .result.data
  }

  /** Ends all machines. */
  async sendHome(): Promise<void> {
    for (const fleet of this.#fleets.splice(0)) await fleet.stop()
    for (const hand of this.#hands.splice(0)) await hand.client.endAsync(true)
  }

  async close(): Promise<void> {
    await this.gateway.close()
    await this.app.close()
  }
}
