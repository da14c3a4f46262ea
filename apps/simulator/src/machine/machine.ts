/**
 * A machine without its network. All it does follows from its memory, its own clock, the random numbers and the messages
 * it is given, so that a test can run any story without waiting, and repeat it.
 *
 *   off --boot()--> on, offline --connected()--> on, online --disconnected()--> on, offline
 *
 * powerCut() and shutdown() end in off; so does a restart, which boots again after a while.
 */
import {
  decode,
  downMessages,
  Envelope,
  type DownName,
  type FaultCode,
  type MachineType,
} from '@slotwise/machine-protocol'

import { between, type Random } from '../random.ts'
import { mortal } from '../timers.ts'
import { makeCommandDesk, type CommandDesk } from './commands.ts'
import { makeCounter, type Counter, type Purchase } from './counter.ts'
import { makeHardware, type HardwareOptions } from './hardware.ts'
import { kindOf, rawWord } from './kinds.ts'
import { settle, type Life, type Notice, type Schedule } from './life.ts'
import type { Memory, Slot } from './memory.ts'
import { makePresence, someRadio, type Presence } from './presence.ts'
import { makeServerClock } from './server-clock.ts'
import { makeSettings, type Settings } from './settings.ts'
import { makeShelves, type Shelves } from './shelves.ts'
import { forget, lastWill, makeVoice, type Send, type Voice } from './voice.ts'

const second = 1_000
const restartMs = [10 * second, 30 * second] as const
const redialMs = [1 * second, 3 * second] as const

export type Deps = {
  /** The machine's own clock in milliseconds; it may be wrong. */
  now(): number
  random: Random
  schedule: Schedule
  send: Send
  /** How the machine controls its connection. A test without a line reports connects and disconnects itself. */
  line?: { dial(): void; hangUp(): void; cut(): void }
  notice?(notice: Notice): void
}

export type MachineOptions = {
  sn: string
  type: MachineType
  memory: Memory
  /** How many times faster than in reality motors turn and computers start. */
  speed?: number
  failure?: HardwareOptions['failure']
}

export type Login = { sn: string; secret: string; will: Envelope }

/** What a line reports to a machine. */
export type Subscriber = {
  /** The login for the next connection, requested before each one. */
  login(): Login
  connected(): void
  disconnected(): void
  /** The broker refused the secret. */
  refused(): void
  receive(name: DownName, text: string): void
  /** The server has acknowledged this message. */
  delivered(mid: string): void
}

export type Machine = Subscriber & {
  readonly sn: string
  readonly type: MachineType
  readonly memory: Memory
  /** How often the motion of a command or a sale began, by its id. */
  readonly motions: ReadonlyMap<string, number>
  running(): boolean
  online(): boolean
  boot(): void
  powerCut(): void
  /** Disconnects in order and stays off until the next boot. */
  shutdown(): void
  /** The slots that a customer can buy from now. */
  wares(): Slot[]
  takesOrders(): boolean
  /** Whether the machine served the customer, or began to. */
  buy(purchase: Purchase): boolean
  /** The customer goes back before the payment. */
  cancel(): boolean
  refill(): void
  /** Makes a slot, or the whole machine, fail with this code until it is repaired. */
  breakDown(code: FaultCode, ch?: number): void
  mend(ch?: number): void
}

/** State that a power cut erases. */
type Lived = {
  life: Life
  voice: Voice
  presence: Presence
  shelves: Shelves
  settings: Settings
  desk: CommandDesk
  counter: Counter
  end(): void
}

export function createMachine(deps: Deps, options: MachineOptions): Machine {
  const { now, random, line } = deps
  const { sn, type, memory, speed = 1, failure = 0 } = options
  const hardware = makeHardware({ type, random, failure })
  const radio = someRadio(random)
  const motions = new Map<string, number>()
  let lived: Lived | undefined
  let stopRestart: () => void = () => {}

  function notice(event: Notice): void {
    if (event.what === 'begin') motions.set(event.id, (motions.get(event.id) ?? 0) + 1)
    deps.notice?.(event)
  }

  function beginLife(): Lived {
    const { schedule, end } = mortal(deps.schedule)
    const clock = makeServerClock(now)
    const voice = makeVoice({ sn, memory, clock, send: deps.send })
    const life: Life = {
      sn,
      type,
      kind: kindOf(type),
      memory,
      hardware,
      random,
      clock,
      say: voice.say,
      notice,
      schedule,
      working: (ms, work) => schedule(ms / speed, work),
      motors: { holder: undefined },
      ordering: false,
      waiting: new Set(),
      initializing: false,
      screen: true,
    }
    const shelves = makeShelves(life)
    const settings = makeSettings(life, shelves)
    const presence = makePresence(life, { voice, shelves, settings, radio, now })
    const { askTime } = presence
    const desk = makeCommandDesk(life, { shelves, settings, restart, reconnect, askTime })
    const counter = makeCounter(life, shelves)
    return { life, voice, presence, shelves, settings, desk, counter, end }
  }

  function boot(): void {
    if (lived) return
    stopRestart()
    memory.boot += 1
    lived = beginLife()
    lived.counter.closeInterrupted()
    lived.desk.closeInterrupted()
    lived.shelves.repeatFaults()
    const broken = hardware.broken()
    if (broken !== undefined) sayBroken(lived.life, broken, true)
    line?.dial()
  }

  function endLife(): void {
    stopRestart()
    lived?.presence.disconnected()
    lived?.end()
    lived = undefined
  }

  function leave(reason: 'restart' | 'shutdown'): void {
    lived?.presence.sayGoodbye(reason)
    line?.hangUp()
  }

  function restart(): void {
    leave('restart')
    endLife()
    stopRestart = deps.schedule(between(random, restartMs) / speed, boot)
  }

  /** Disconnects, and reconnects with the present secret. */
  function reconnect(): void {
    leave('restart')
    memory.boot += 1
    lived?.life.schedule(between(random, redialMs), () => line?.dial())
  }

  const receivers: Record<DownName, (parts: Lived, text: string) => void> = {
    time({ presence }, text) {
      const read = decode(text, { sn, name: 'time', schema: downMessages.time })
      if (read.ok) presence.receiveTime(read.message.data)
    },
    cmd({ desk }, text) {
      const read = decode(text, { sn, name: 'cmd', schema: downMessages.cmd })
      if (read.ok) return desk.take(read.message.data)
      const unknown = read.why === 'wrong data' ? readUnknown(text) : undefined
      if (unknown) desk.takeUnknown(unknown.id, unknown.times)
    },
    config({ settings }, text) {
      const read = decode(text, { sn, name: 'config', schema: downMessages.config })
      if (read.ok) settings.receive(read.message.data)
    },
    order({ counter }, text) {
      const read = decode(text, { sn, name: 'order', schema: downMessages.order })
      if (read.ok) counter.receive(read.message.data)
    },
    // Nothing to do: the sale that the server could not book is kept there.
    error(_lived, text) {
      const read = decode(text, { sn, name: 'error', schema: downMessages.error })
      if (read.ok) notice({ what: 'slip', ...read.message.data })
    },
  }

  const sayBroken = ({ say }: Life, code: FaultCode, active: boolean): void =>
    void say('fault', { code, raw: rawWord(code), active })

  /** A fault of one slot is reported by the shelves; one of the whole machine is reported here. */
  function faultChanged(code: FaultCode, ch: number | undefined, active: boolean): void {
    if (!lived) return
    const { shelves, life } = lived
    if (ch === undefined) {
      sayBroken(life, code, active)
      return notice({ what: 'fault', code, active })
    }
    const slot = shelves.find(ch)
    if (!slot) return
    if (active) shelves.failed(slot, code)
    else shelves.works(slot)
    shelves.reportWhenStill()
  }

  return {
    sn,
    type,
    memory,
    motions,
    running: () => lived !== undefined,
    online: () => lived?.presence.online() ?? false,
    boot,
    powerCut() {
      endLife()
      line?.cut()
    },
    shutdown() {
      leave('shutdown')
      endLife()
    },
    login: () => ({
      sn,
      secret: memory.secret,
      will: lastWill(sn, memory, lived?.life.clock.best() ?? Math.max(0, Math.round(now()))),
    }),
    connected() {
      delete memory.otherSecret
      lived?.presence.connected()
    },
    disconnected() {
      if (!lived) return
      lived.presence.disconnected()
      // The next connection has a higher boot number, so that a delayed last will of this one is recognised as old.
      memory.boot += 1
    },
    refused() {
      const { otherSecret } = memory
      if (otherSecret === undefined) return
      memory.otherSecret = memory.secret
      memory.secret = otherSecret
    },
    receive(name, text) {
      if (lived?.presence.online()) receivers[name](lived, text)
    },
    delivered(mid) {
      forget(memory, mid)
      if (!lived) return
      lived.voice.delivered(mid)
      settle(lived.life)
    },
    wares: () => lived?.counter.wares() ?? [],
    takesOrders: () => lived?.counter.takesOrders() ?? false,
    buy: (purchase) => lived?.counter.buy(purchase) ?? false,
    cancel: () => lived?.counter.cancel() ?? false,
    refill: () => lived?.shelves.refill(),
    breakDown(code, ch) {
      hardware.breakDown(code, ch)
      faultChanged(code, ch, true)
    },
    mend(ch) {
      const code = hardware.broken(ch)
      hardware.mend(ch)
      if (code !== undefined) faultChanged(code, ch, false)
    },
  }
}

type Unknown = { id: string; times: { at: number; ttl: number } | undefined }

/** The readable part of a command that this version does not know. */
function readUnknown(text: string): Unknown | undefined {
  const data = Envelope.parse(JSON.parse(text)).data as Record<string, unknown> | null | undefined
  const { id, at, ttl } = data ?? {}
  if (typeof id !== 'string' || id.length === 0 || id.length > 64) return undefined
  return { id, times: typeof at === 'number' && typeof ttl === 'number' ? { at, ttl } : undefined }
}
