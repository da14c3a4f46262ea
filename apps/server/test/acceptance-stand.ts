/** A gateway, and machines that were written from docs/machine-protocol.md alone, for tests of what it promises. */
import { afterAll, afterEach, expect } from 'vitest'

import { startGateway } from '../src/gateway/gateway.ts'
import { giveCommand } from '../src/modules/commands/index.ts'
import { testApp } from './app.ts'
import { type Data, Machine } from './document-machine.ts'
import { makeMerchant } from './factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from './machines.ts'
import { endPrograms, type Program } from './mosquitto-clients.ts'
import { asOwner } from './owner.ts'

/** The server closed the connection instead of acknowledging. */
export async function expectCut(program: Program): Promise<void> {
  expect(await program.ended, program.out).not.toBe(0)
  expect(program.out).toContain('sending PUBLISH')
  expect(program.out).not.toContain('PUBACK')
  expect(program.err).toContain('connection was lost')
}

export const sale = (saleId: string, other: Data = {}): Data => {
  const paid = { saleId, client: 'coin', amount: 1990, result: 'delivered', tookMs: 4100 }
  return { ...paid, items: [{ ch: 2, n: 1, ok: true }], ...other }
}

/** The gateway ends with the last test of the file, the programs of a machine with their test. */
export async function acceptanceStand() {
  const app = await testApp()
  const gateway = await startGateway(app.deps)
  afterAll(() => gateway.close())
  afterEach(endPrograms)
  const merchant = await makeMerchant(app)

  const machineOf = (bound: BoundMachine): Machine =>
    new Machine({ port: () => gateway.port, now: () => app.clock.now }, bound)

  async function newMachine(): Promise<Machine> {
    const machine = machineOf(await makeBoundMachine(app, merchant))
    await machine.online()
    return machine
  }

  const dispense = ({ bound }: Machine, ch: number, n: number) =>
    asMachine(app, bound, (ctx) => {
      const args = { items: [{ ch, n }] }
      return giveCommand(ctx, { op: 'dispense', args, attach: '', by: { id: null, username: 'tester' } })
    })

  /** A user orders goods from this machine, and the machine receives the command. */
  const hearDispense = (machine: Machine, ch: number, n: number) =>
    machine.hearOne('cmd', () => dispense(machine, ch, n))

  const look = (what: string, from: string) => (machine: Machine) =>
    asOwner(app, `select ${what} from ${from} where device_id = $1 order by 1`, [machine.bound.id])
  const last = (rows: ReturnType<typeof look>) => async (of: Machine) => (await rows(of)).at(-1)

  const presence = last(look('online, reason, boot::int', 'device_state'))
  const health = last(look('net, app, android, rssi, temperature, initializing_since', 'device_state'))
  const settings = last(look('settings_rev::int as rev, applied_rev::int as applied, applied_at', 'device'))
  const lastCommand = last(look('command_id, state, why, items, finished_at', 'command'))
  const slots = look('channel_sn as ch, quantity as qty, max, state, fault', 'slot_report')
  const searches = look('initializing_since is not null as searching', 'device_state')
  const faults = look('code, channel_sn as ch, raw, cleared_at is null as active', 'device_fault')
  const bills = look(
    `sale_id, total_price as amount, client, status, sent_ts::float8 as ts, create_at, 'clock' = any(oddities) as doubtful`,
    'bill',
  )
  return {
    app,
    gateway,
    merchant,
    machineOf,
    newMachine,
    hearDispense,
    dispense,
    presence,
    health,
    settings,
    lastCommand,
    slots,
    searches,
    faults,
    bills,
  }
}
