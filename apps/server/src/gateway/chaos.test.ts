/**
 * Random stories, with a virtual machine on one side, the server's own rules and a real database on the other, and
 * a bad network between them: messages are lost, doubled, delayed and overtaken, lines break, power fails, the
 * server dies between a command and its sending. In every story: at most one motion per command, success only on
 * the machine's word, nothing carried out after its time, and nothing acknowledged is lost or counted twice.
 */
import {
  decode,
  encode,
  type Envelope,
  type UpMessage,
  upMessages,
  type UpName,
} from '@slotwise/machine-protocol'
import {
  between,
  chance,
  createMachine,
  flaky,
  type Line,
  type Machine,
  type Memory,
  newMemory,
  type OpenLine,
  type Random,
  seeded,
  type Subscriber,
  untilNext,
  virtualTime,
} from '@slotwise/simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { storm } from '../../test/depth.ts'
import { makeMerchant } from '../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { asOwner } from '../../test/owner.ts'
import { AppError } from '../kernel/errors.ts'
import { dateMessage } from '../kernel/machine-clock.ts'
import { bookSales } from '../modules/sales/index.ts'
import { decideDue, giveCommand, takeForSending } from '../modules/commands/index.ts'
import { sweepPresence } from '../modules/presence/index.ts'
import { takeReport } from './reports.ts'

const app = await testApp()
const owner = await makeMerchant(app)

const second = 1_000
const storySeconds = 50
/** Half of the slowest time answer that a machine accepts. */
const clockAccuracyMs = 2_500

type Command = { id: string; at: number; ttl: number }
type Story = {
  machine: BoundMachine
  begun: { id: string; at: number }[]
  commands: Command[]
  sales: Set<string>
  /** What the machine said first of each command. */
  results: Map<string, 'done' | 'failed' | 'unknown'>
  /** Whether the machine is connected at the end, and whether the server has it as online. */
  present?: boolean
  believed?: boolean | undefined
}

const badWeather = (random: Random) => ({
  loss: between(random, [0, 0.3]),
  duplicate: between(random, [0, 0.5]),
  delayMs: [10, between(random, [20, 3 * second])] as const,
  overtaken: between(random, [0, 0.4]),
  overtakenMs: [100, 15 * second] as const,
  dropsPerSecond: between(random, [0, 1 / 15]),
})

async function play(seed: number): Promise<Story> {
  const random = seeded(seed)
  const bound = await makeBoundMachine(app, owner, { slots: 3 })
  const start = app.clock.now.getTime()
  const time = virtualTime(start)
  const story: Story = { machine: bound, begun: [], commands: [], sales: new Set(), results: new Map() }
  const weather: Record<string, unknown> = badWeather(random)
  let subscriber: Subscriber | undefined
  /** Messages that have arrived at the server and are not stored yet, with the callback to acknowledge them. */
  const arrived: { name: UpName; envelope: Envelope; stored: () => void }[] = []

  const open: OpenLine = (machine) => {
    let redial: () => void = () => {}
    const isUp = (): boolean => subscriber === machine
    const arrive = (name: UpName, envelope: Envelope, stored: () => void = () => {}): void =>
      void arrived.push({ name, envelope: structuredClone(envelope), stored })
    function dial(): void {
      redial()
      if (isUp()) return
      subscriber = machine
      machine.connected()
    }
    function cut(): void {
      redial()
      if (!isUp()) return
      subscriber = undefined
      const { will } = machine.login()
      // The will comes when the broker notices the loss, which may be long after the machine is back.
      time.schedule(between(random, [0, 20 * second]), () => arrive('status', will))
      machine.disconnected()
    }
    return {
      dial,
      cut,
      drop() {
        if (!isUp()) return
        cut()
        redial = time.schedule(second, dial)
      },
      hangUp() {
        redial()
        if (isUp()) subscriber = undefined
      },
      send(name, envelope, { qos }) {
        if (isUp()) arrive(name, envelope, () => qos === 1 && isUp() && machine.delivered(envelope.mid))
      },
      publish() {},
      closed: () => Promise.resolve(),
    }
  }

  const tell = (name: 'time' | 'cmd', data: unknown): void => {
    const ts = Math.round(time.now())
    const envelope = { v: 1, sn: bound.sn, mid: `d${ts}-${random()}`, seq: 0, ts, type: name, data } as const
    subscriber?.receive(name, encode(envelope))
  }

  /** The server's side: stores the messages, then acknowledges; sometimes it dies in between. */
  async function serve(): Promise<void> {
    for (const { name, envelope, stored } of arrived.splice(0)) {
      app.clock.now = new Date(Math.round(time.now()))
      const decoded = decode(encode(envelope), { sn: bound.sn, name, schema: upMessages[name] })
      if (!decoded.ok) throw new Error(`the machine sent ${decoded.why}`)
      if (name === 'heartbeat') continue
      const outcome = await asMachine(app, bound, async (ctx) => {
        if (name === 'order') throw new Error('no customer of this machine pays online')
        if (name !== 'sale') return takeReport(ctx, name, decoded.message)
        const { mid, ts, data } = decoded.message as Envelope<UpMessage<'sale'>>
        const dated = dateMessage(ts, ctx.now, new Date(start))
        await bookSales(ctx, [{ deviceId: ctx.deviceId, mid, ts, data, dated }])
        return 'taken'
      })
      if (name === 'sale') story.sales.add(envelope.mid)
      if (name === 'result') {
        const { id, ok, why, items } = envelope.data as UpMessage<'result'>
        // A power cut: the machine cannot tell whether the piece came out.
        const end = why === 'interrupted' && items.length === 0 ? 'unknown' : 'failed'
        story.results.set(id, story.results.get(id) ?? (ok ? 'done' : end))
      }
      if (chance(random, 0.9)) stored()
      if (outcome === 'came') tell('time', { now: Math.round(time.now()), mid: envelope.mid })
    }
  }

  async function advance(ms: number): Promise<void> {
    const until = time.now() + ms
    while (time.now() < until) {
      time.advance(Math.min(250, until - time.now()))
      await serve()
    }
    app.clock.now = new Date(Math.round(time.now()))
  }

  let memory = newMemory({ type: 'vending', secret: 'a secret', slots: 3, rev: 1, random })
  function build(): { machine: Machine; line: Line } {
    const machine = createMachine(
      {
        now: () => time.now() + 86_400_000,
        random,
        schedule: time.schedule,
        send: (...message) => line.send(...message),
        line: { dial: () => line.dial(), hangUp: () => line.hangUp(), cut: () => line.cut() },
        notice: (notice) => {
          if (notice.what === 'begin') story.begun.push({ id: notice.id, at: time.now() })
        },
      },
      { sn: bound.sn, type: 'vending', memory, failure: 0.1 },
    )
    const line = flaky(open, weather, { random, schedule: time.schedule })(machine)
    machine.boot()
    return { machine, line }
  }
  let { machine, line } = build()
  await advance(2 * second)

  async function command(): Promise<void> {
    const args = { items: [{ ch: 1 + Math.floor(random() * 3), n: 1 }] }
    const given = await asMachine(app, bound, (ctx) =>
      giveCommand(ctx, { op: 'dispense', args, by: { id: null, username: 'chaos' } }),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'offline') return undefined
      throw error
    })
    // Sometimes the process dies here: the command is given, but never sent.
    if (!given || chance(random, 0.1)) return
    const message = await asMachine(app, bound, (ctx) => takeForSending(ctx, given.command))
    if (!message) throw new Error('a new command was not there to be sent')
    story.commands.push(message)
    // Or here: the command is marked as sent, but never leaves.
    if (chance(random, 0.9)) tell('cmd', message)
  }

  const end = start + storySeconds * second
  while (time.now() < end) {
    await advance(untilNext(random, 1 / 5))
    const deed = random()
    if (deed < 0.6) await command()
    else if (deed < 0.75) machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })
    else if (deed < 0.9) line.drop()
    else {
      machine.powerCut()
      memory = JSON.parse(JSON.stringify(memory)) as Memory
      await advance(between(random, [1, 8]) * second)
      ;({ machine, line } = build())
    }
  }
  if (chance(random, 0.2)) {
    // Or the machine never comes back.
    machine.powerCut()
    app.clock.now = new Date(Math.round(time.now()) + 600 * second)
    await sweepPresence(app.deps)
  } else {
    // The network recovers, so that all remaining messages get through.
    Object.assign(weather, { loss: 0, duplicate: 0, delayMs: [0, 0], overtaken: 0, dropsPerSecond: 0 })
    await advance(30 * second)
    line.drop()
    await advance(45 * second)
  }
  const given = await asOwner<{ command_id: string }>(
    app,
    'select command_id from command where device_id = $1',
    [bound.id],
  )
  for (const { command_id: id } of given) await decideDue(app.deps, bound.tenantId, id)
  const [state] = await asOwner<{ online: boolean }>(
    app,
    'select online from device_state where device_id = $1',
    [bound.id],
  )
  story.believed = state?.online
  story.present = machine.online()
  machine.shutdown()
  return story
}

async function check({ machine, begun, commands, sales, results, present, believed }: Story): Promise<void> {
  expect(believed).toBe(present)
  const ids = begun.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  for (const { id, at } of begun) {
    const command = commands.find((one) => one.id === id)
    if (command) expect([id, at <= command.at + command.ttl + clockAccuracyMs]).toEqual([id, true])
  }
  const rows = await asOwner<{ command_id: string; state: string }>(
    app,
    'select command_id, state from command where device_id = $1',
    [machine.id],
  )
  const sentIds = new Set(commands.map(({ id }) => id))
  for (const { command_id: id, state } of rows) {
    const result = results.get(id)
    if (result !== undefined) expect([id, state]).toEqual([id, result])
    else
      expect([id, state === 'done', ['failed', 'expired', 'unknown'].includes(state)]).toEqual([
        id,
        false,
        true,
      ])
    if (!sentIds.has(id)) expect([id, state, ids.includes(id)]).toEqual([id, 'expired', false])
  }
  const stored = await asOwner<{ mid: string }>(app, 'select mid from machine_inbox where device_id = $1', [
    machine.id,
  ])
  expect(stored.map(({ mid }) => mid).toSorted()).toEqual([...sales].toSorted())
}

const numRuns = storm({ usual: 50, deep: 25_000 })

test(
  'whatever happens, no command is carried out twice or late, and one succeeds only by the machine’s report',
  { timeout: 60_000 + numRuns * 2_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0 }), async (seed) => check(await play(seed))),
      { numRuns },
    )
  },
)
