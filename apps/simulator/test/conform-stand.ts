/** A virtual machine and the conformance run on a virtual clock, with a line of function calls between them. */
import { setImmediate as tick } from 'node:timers/promises'

import {
  capabilities,
  type DownName,
  downFilter,
  encode,
  type Envelope,
  type MachineType,
  upTopic,
  type UpName,
} from '@slotwise/machine-protocol'

import type { LineId } from '../src/conform/checklist.ts'
import { type Ask, type Finding, runConformance } from '../src/conform/run.ts'
import { type Login, makeTestServer } from '../src/conform/test-server.ts'
import { createFleet } from '../src/fleet.ts'
import type { Line, OpenLine } from '../src/link/line.ts'
import type { Memory } from '../src/machine/memory.ts'
import type { Manner } from '../src/machine/voice.ts'
import { between, seeded } from '../src/random.ts'
import { virtualTime } from '../src/virtual-time.ts'
import { noon } from './rig.ts'

export const sn = '20000001'
const latencyMs = 20

type Message = {
  name: UpName
  envelope: Envelope
  manner: Manner
  afterMs?: number
  /** What is published instead of the envelope. */
  text?: string
}

/** How a machine breaks the rules; each function changes what a good machine does. */
export type Vice = {
  login?(login: Login): Login
  qos?: number
  /** What is published instead of this message. */
  out?(message: Message, memory: Memory): Message[]
  /** What the machine reads instead of this message; undefined: nothing. */
  in?(name: DownName, text: string, now: number): string | undefined
  /** The pause before the next try. */
  pauseMs?(usual: number): number
  hangsUp?(memory: Memory): 'in order' | 'without a word'
  loses?(memory: Memory): void
}

type Stand = { type?: MachineType; vice?: Vice; ask?: Ask; long?: boolean; only?: readonly LineId[] }

export async function conform({
  type = 'vending',
  vice = {},
  ask,
  long = false,
  only,
}: Stand): Promise<Finding[]> {
  const time = virtualTime(noon)
  const random = seeded(5)
  const now = (): number => time.now()
  const server = makeTestServer(sn, { now, schedule: time.schedule })
  const { visitor } = server

  const open: OpenLine = (machine) => {
    const memory = (): Memory => fleet.actors[0]?.machine.memory as Memory
    let connection = 0
    let isUp = false
    let failures = 0
    let upSince = 0
    let stopRedial: () => void = () => {}

    const later = (work: () => void, ms = latencyMs): void => {
      const mine = connection
      time.schedule(ms, () => mine === connection && isUp && work())
    }
    function redial([first, longest]: readonly [number, number]): void {
      const pause = Math.min(longest, first * 2 ** failures)
      failures += 1
      const usual = between(random, [pause, pause * 1.5])
      stopRedial = time.schedule(vice.pauseMs?.(usual) ?? usual, dial)
    }
    function lost(): void {
      // As on a real line: only a connection that lasted makes the next pause short again.
      if (isUp && now() - upSince >= 10_000) failures = 0
      connection += 1
      isUp = false
      vice.loses?.(memory())
      machine.disconnected()
    }
    function dial(): void {
      stopRedial()
      if (isUp) return
      if (visitor.knock() === 'away') {
        lost()
        return redial([1_000, 60_000])
      }
      const { secret, will } = machine.login()
      const login: Login = {
        version: 4,
        clientId: sn,
        user: sn,
        secret,
        clean: true,
        keepaliveSeconds: 60,
        will: { topic: upTopic(sn, 'status'), text: encode(will), qos: 1, retain: true },
      }
      if (visitor.login(vice.login?.(login) ?? login) === 'refused') {
        machine.refused()
        lost()
        return redial([10_000, 300_000])
      }
      connection += 1
      isUp = true
      upSince = now()
      visitor.subscribed(downFilter(sn), vice.qos ?? 1)
      machine.connected()
    }
    function cut(how: 'disconnect' | 'lost'): void {
      stopRedial()
      if (!isUp) return
      lost()
      const mine = connection
      // A broken connection is noticed some time later.
      time.schedule(latencyMs, () => mine === connection && visitor.ended(how))
    }
    server.attach({
      send: (name, text) =>
        later(() => {
          const read = vice.in ? vice.in(name, text, now()) : text
          if (read !== undefined) machine.receive(name, read)
        }),
      cut() {
        if (!isUp) return
        cut('lost')
        redial([1_000, 60_000])
      },
    })
    const publish = ({ name, envelope, manner, afterMs = latencyMs, text }: Message): void =>
      later(() => {
        const published = { topic: upTopic(sn, name), text: text ?? encode(envelope), ...manner }
        if (visitor.published(published) && manner.qos === 1) later(() => machine.delivered(envelope.mid))
      }, afterMs)
    const line: Line = {
      dial,
      drop: () => cut('lost'),
      cut: () => cut('lost'),
      send(name, envelope, manner) {
        if (!isUp) return
        const message = { name, envelope: structuredClone(envelope), manner }
        for (const one of vice.out?.(message, memory()) ?? [message]) publish(one)
      },
      hangUp() {
        stopRedial()
        const how = vice.hangsUp?.(memory()) ?? 'in order'
        const mine = connection
        // After the last message.
        time.schedule(2 * latencyMs, () => {
          if (mine !== connection || !isUp) return
          connection += 1
          isUp = false
          visitor.ended(how === 'in order' ? 'disconnect' : 'lost')
        })
      },
      publish() {},
      closed: () => Promise.resolve(),
    }
    return line
  }

  const fleet = createFleet({
    credentials: [
      { sn, secret: 'the first secret of it', type, slots: Math.min(6, capabilities[type].slots) },
    ],
    open,
    schedule: time.schedule,
    now: () => Math.round(now()),
    failure: 0,
  })
  fleet.start()
  const findings = runConformance({
    bench: { server, type, limit: (ms) => ms },
    ask: ask ?? (() => Promise.resolve(undefined)),
    long,
    ...(only ? { only } : {}),
    found() {},
  })
  const run = { isOver: false }
  const over = (): void => {
    run.isOver = true
  }
  findings.then(over, over)
  while (!run.isOver) {
    // Lets the checks continue before the clock does.
    await tick()
    if (!run.isOver && !time.step()) throw new Error('nothing is left to happen')
  }
  return findings
}
