import { type Device, deviceCalls } from '@slotwise/contract'
import { capabilities, type MachineType } from '@slotwise/machine-protocol'
import {
  createFleet,
  type Credential,
  type Fleet,
  type Machine,
  mqttLine,
  realTime,
  seeded,
} from '@slotwise/simulator'
import { expect } from '@playwright/test'

import { HandMachine } from '../../apps/server/test/hand-machine.ts'
import { bindDirectly, registerDirectly, unbindDirectly } from './direct.ts'
import type { Merchant } from './merchant.ts'
import { callServer, gatewayPort } from './server.ts'

/** A machine in the operator's registry: its login, and the code of its QR. */
export type Registered = Credential & { code: string }

export type MachineWish = { type?: MachineType; slots?: number; title?: string; storeId?: string }

/** The operator's registry and the machines themselves, on the real gateway. They are switched off after the test. */
export class Machines {
  readonly #nextSn: () => string
  readonly #fleets: Fleet[] = []
  readonly #hands: HandMachine[] = []

  constructor(nextSn: () => string) {
    this.#nextSn = nextSn
  }

  /** Registers machines that no merchant has yet. */
  async register(...wishes: MachineWish[]): Promise<Registered[]> {
    const machines: Registered[] = []
    for (const { type = 'vending', slots = Math.min(6, capabilities[type].slots) } of wishes) {
      const entered = await registerDirectly({ sn: this.#nextSn(), type, slots })
      machines.push({ ...entered, type, slots })
    }
    return machines
  }

  /** Registers machines and binds them to a merchant, in this order. */
  async give(merchant: Merchant, ...wishes: MachineWish[]): Promise<Registered[]> {
    const machines = await this.register(...wishes)
    for (const [at, { sn }] of machines.entries()) {
      const { title = `Machine ${at + 1}`, storeId } = wishes[at] ?? {}
      await bindDirectly(merchant.session.token, { sn, title, ...(storeId && { storeId }) })
    }
    return machines
  }

  /** A machine that this merchant had and that is free again, with its old secret and a new code. */
  async givenUp(merchant: Merchant): Promise<Registered> {
    const [machine] = await this.give(merchant, {})
    return { ...machine!, code: await unbindDirectly(machine!.sn) }
  }

  /** Starts a virtual machine: fast, and its motors fail only where the test breaks them. */
  play(machine: Registered): Machine {
    const fleet = createFleet({
      credentials: [machine],
      open: mqttLine({
        url: `mqtt://127.0.0.1:${gatewayPort()}`,
        random: seeded(3),
        schedule: realTime,
        now: Date.now,
      }),
      schedule: realTime,
      now: Date.now,
      speed: 50,
      failure: 0,
    })
    this.#fleets.push(fleet)
    fleet.start()
    const [actor] = fleet.actors
    if (!actor) throw new Error('there is no machine to play')
    return actor.machine
  }

  /** Connects a machine that sends exactly what the test says, and has reported that it is online. */
  async playByHand(machine: Registered): Promise<HandMachine> {
    const hand = await HandMachine.connect(gatewayPort(), machine, { boot: 1 })
    this.#hands.push(hand)
    await hand.say('status', { state: 'online', boot: 1 })
    return hand
  }

  async switchOff(): Promise<void> {
    for (const fleet of this.#fleets.splice(0)) await fleet.stop()
    for (const hand of this.#hands.splice(0)) await hand.client.endAsync(true)
  }
}

export async function readDevice(merchant: Merchant, sn: string): Promise<Device | undefined> {
  const { data } = await callServer(deviceCalls.getDev, { condition: { sns: [sn] } }, merchant.caller)
  return data[0]
}

/** Waits until the server knows that the machine is online and has all of its settings. */
export async function settled(merchant: Merchant, ...machines: Registered[]): Promise<void> {
  for (const { sn } of machines)
    await expect
      .poll(() => readDevice(merchant, sn), { timeout: 60_000 })
      .toMatchObject({ online: true, applied: true })
}
