/** One machine under test, with a virtual clock, a controlled line, and a list of all messages it sent. */
import {
  upMessages,
  type CommandArgs,
  type CommandOp,
  type DownMessage,
  type DownName,
  type Envelope,
  type MachineType,
  type UpMessage,
  type UpName,
} from '@slotwise/machine-protocol'

import type { Notice } from '../src/machine/life.ts'
import { createMachine, type Machine } from '../src/machine/machine.ts'
import { newMemory, type Memory } from '../src/machine/memory.ts'
import type { Manner } from '../src/machine/voice.ts'
import { seeded } from '../src/random.ts'
import { virtualTime, type VirtualTime } from '../src/virtual-time.ts'

const sn = '10000001'

/** A Thursday in the middle of the day. */
export const noon = Date.UTC(2026, 0, 1, 4)

export type SentMessage = { name: UpName; envelope: Envelope; manner: Manner }

type RigOptions = {
  type?: MachineType
  slots?: number
  seed?: number
  /** The error of the machine's clock against the server's. */
  clockErrorMs?: number
  failure?: number
  memory?: Memory
  /** How long a message takes, in each direction. */
  latencyMs?: number
  /** Whether the server answers with its time. */
  tellsTime?: boolean
  acknowledges?: boolean
}

export type Rig = {
  machine: Machine
  time: VirtualTime
  published: SentMessage[]
  notices: Notice[]
  lines: string[]
  /** The messages sent under this name, in order. */
  heard<Name extends UpName>(name: Name): UpMessage<Name>[]
  /** Clears the list of sent messages. */
  hush(): void
  tell<Name extends DownName>(name: Name, data: DownMessage<Name>): void
  /** Gives a command as the server would, now and valid for ten seconds. Returns its id. */
  command<Op extends CommandOp>(op: Op, args: CommandArgs<Op>, over?: Partial<Order>): string
  /** Connects, and lets the server answer. */
  connect(): void
  server: { acknowledges: boolean; tellsTime: boolean }
}
type Order = { id: string; at: number; ttl: number }

export function createRig(options: RigOptions = {}): Rig {
  const { type = 'vending', slots, seed = 1, clockErrorMs = 0, failure = 0, latencyMs = 50 } = options
  const server = { acknowledges: options.acknowledges ?? true, tellsTime: options.tellsTime ?? true }
  const time = virtualTime(noon)
  const random = seeded(seed)
  const published: SentMessage[] = []
  const notices: Notice[] = []
  const lines: string[] = []
  let commands = 0

  const memory =
    options.memory ??
    newMemory({
      type,
      secret: 'first secret of it',
      random,
      rev: 1,
      ...(slots === undefined ? {} : { slots }),
    })
  const machine = createMachine(
    {
      now: () => time.now() + clockErrorMs,
      random,
      schedule: time.schedule,
      send(name, envelope, manner) {
        // Every message of a machine must fit the protocol.
        upMessages[name].parse(envelope.data)
        published.push({ name, envelope: structuredClone(envelope), manner })
        time.schedule(latencyMs, () => answer(name, envelope, manner))
      },
      line: {
        dial: () => void lines.push('dial'),
        hangUp: () => void lines.push('hang up'),
        cut: () => void lines.push('cut'),
      },
      notice: (notice) => void notices.push(notice),
    },
    { sn, type, memory, failure },
  )

  function answer(name: UpName, envelope: Envelope, { qos }: Manner): void {
    const { mid, data } = envelope
    const back = (work: () => void): void => void time.schedule(latencyMs, work)
    if (qos === 1 && server.acknowledges) back(() => machine.delivered(mid))
    const now = Math.round(time.now())
    if (name === 'status' && server.tellsTime && (data as UpMessage<'status'>).state === 'online')
      back(() => tell('time', { now, mid }))
  }

  function tell<Name extends DownName>(name: Name, data: DownMessage<Name>): void {
    commands += 1
    const ts = Math.round(time.now())
    const envelope: Envelope = { v: 1, sn, mid: `down-${commands}`, seq: commands, ts, type: name, data }
    machine.receive(name, JSON.stringify(envelope))
  }

  return {
    machine,
    time,
    published,
    notices,
    lines,
    server,
    tell,
    heard: <Name extends UpName>(name: Name) =>
      published.filter((one) => one.name === name).map(({ envelope }) => envelope.data as UpMessage<Name>),
    hush: () => void published.splice(0),
    command(op, args, over = {}) {
      const { id = `c${published.length}-${commands}`, at = Math.round(time.now()), ttl = 10_000 } = over
      tell('cmd', { id, op, args, at, ttl } as DownMessage<'cmd'>)
      return id
    },
    connect() {
      machine.connected()
      time.advance(latencyMs * 2 + 1)
    },
  }
}

/** A machine that is online and introduced, with an empty list of sent messages. */
export function readyRig(options: RigOptions = {}): Rig {
  const rig = createRig(options)
  rig.machine.boot()
  rig.connect()
  rig.time.advance(1_000)
  rig.hush()
  return rig
}

export const minute = 60_000
