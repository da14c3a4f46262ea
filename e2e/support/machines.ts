import { deviceCalls, type Device } from '@slotwise/contract'
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

import { openDeps } from '../../apps/server/bin/open-deps.ts'
import { readConfig } from '../../apps/server/src/kernel/config.ts'
import type { Deps } from '../../apps/server/src/kernel/ctx.ts'
import { tenantOfToken } from '../../apps/server/src/kernel/tokens.ts'
import { bindByOperator, registerMachine } from '../../apps/server/src/modules/devices/index.ts'
import { HandMachine } from '../../apps/server/test/hand-machine.ts'
import type { Merchant } from './merchant.ts'
import { callServer, dataDirVariable, gatewayPort } from './server.ts'

/** A machine as the operator has entered it: what it logs in with, and the code of its QR. */
export type Registered = Credential & { code: string }

export type MachineWish = { type?: MachineType; slots?: number; title?: string; storeId?: string }

/** The operator's registry and the machines themselves, on the real gateway. They go when the test is over. */
export class Machines {
  readonly #nextSn: () => string
  readonly #fleets: Fleet[] = []
  readonly #hands: HandMachine[] = []

  constructor(nextSn: () => string) {
    this.#nextSn = nextSn
  }

  /** Enters machines that are bound to nobody yet. */
  async register(...wishes: MachineWish[]): Promise<Registered[]> {
    return withDeps((deps) => this.#enter(deps, wishes))
  }

  /** Enters machines and gives them to a merchant, in this order. */
  async give(merchant: Merchant, ...wishes: MachineWish[]): Promise<Registered[]> {
    const tenantId = tenantOfToken(merchant.session.token) ?? ''
    return withDeps(async (deps) => {
      const machines = await this.#enter(deps, wishes)
      for (const [at, { sn }] of machines.entries()) {
        const { title = `Machine ${at + 1}`, storeId } = wishes[at] ?? {}
        const origin = {
          requestId: 'journey',
          address: '',
          userAgent: '',
          locale: 'en-US',
          now: deps.now(),
        } as const
        await bindByOperator(deps, tenantId, { sn, title, ...(storeId && { storeId }) }, origin)
      }
      return machines
    })
  }

  /** Switches a virtual machine on: fast, and its motors fail only where the test breaks them. */
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

  /** A machine that says exactly what the test says, and has said that it is there. */
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

  async #enter(deps: Deps, wishes: readonly MachineWish[]): Promise<Registered[]> {
    const machines: Registered[] = []
    for (const { type = 'vending', slots = Math.min(6, capabilities[type].slots) } of wishes) {
      const entered = await registerMachine(deps, { sn: this.#nextSn(), type, slots })
      machines.push({ ...entered, type, slots })
    }
    return machines
  }
}

async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const config = readConfig({ DATA_DIR: process.env[dataDirVariable], LOG_LEVEL: 'warn' })
  const { deps, close } = await openDeps(config, () => undefined)
  try {
    return await work(deps)
  } finally {
    await close()
  }
}

export async function readDevice(merchant: Merchant, sn: string): Promise<Device | undefined> {
  const { data } = await callServer(deviceCalls.getDev, { condition: { sns: [sn] } }, merchant.caller)
  return data[0]
}

/** Until the server knows that the machine is there and has all of its settings. */
export async function settled(merchant: Merchant, ...machines: Registered[]): Promise<void> {
  for (const { sn } of machines)
    await expect
      .poll(() => readDevice(merchant, sn), { timeout: 20_000 })
      .toMatchObject({ online: true, applied: true })
}
