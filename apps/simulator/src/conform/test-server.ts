/**
 * The server that a machine under test meets. It behaves as the document says until a check changes its manners, and it
 * records every login and every message.
 */
import {
  commandLifeSeconds,
  type CommandArgs,
  type CommandOp,
  decode,
  type DownMessage,
  type DownName,
  encode,
  type Envelope,
  parseUpTopic,
  type UpMessage,
  upMessages,
  type UpName,
} from '@slotwise/machine-protocol'

import type { Schedule } from '../machine/life.ts'

/** What a machine says of itself when it connects. */
export type Login = {
  version: number
  clientId: string
  user: string
  secret: string
  clean: boolean
  keepaliveSeconds: number
  will?: { topic: string; text: string; qos: number; retain: boolean }
}

/** A login that was taken, and what became of the connection. */
export type Session = Login & {
  at: number
  filters: { topic: string; qos: number }[]
  end?: { at: number; how: 'disconnect' | 'lost' }
}

/** A message as it came. */
export type Published = { topic: string; text: string; qos: number; retain: boolean }

/** The same, with the moment, the session, and what it says if it is valid. */
export type Heard = Published & {
  at: number
  session: Session
  name: UpName | undefined
  envelope: Envelope | undefined
}

/** What a port reports to the server. */
export type Visitor = {
  /** A connection was tried. `away`: it is closed without an answer. */
  knock(): 'open' | 'away'
  login(login: Login): 'taken' | 'refused'
  subscribed(topic: string, qos: number): void
  /** Returns whether the message is acknowledged. */
  published(message: Published): boolean
  ended(how: 'disconnect' | 'lost'): void
}

/** How messages reach the machine: MQTT, or function calls in a test. */
export type Port = {
  send(name: DownName, text: string): void
  /** Breaks the connection without a word. */
  cut(): void
}

/** What the server does differently while a check runs. */
export type Manners = {
  isAway: boolean
  /** Whether this secret is refused. */
  refuses(secret: string): boolean
  acknowledges(name: UpName | undefined): boolean
  tellsTime: boolean
  tellsSettings: boolean
  /** How far the server's clock is ahead of the computer's. */
  aheadMs: number
}

const usual: Manners = {
  isAway: false,
  refuses: () => false,
  acknowledges: () => true,
  tellsTime: true,
  tellsSettings: true,
  aheadMs: 0,
}

export type Given = { id: string; op: string; at: number; session: Session }

export type TestServer = {
  readonly sn: string
  readonly visitor: Visitor
  readonly sessions: readonly Session[]
  /** When connections were tried, with the answer. */
  readonly tries: readonly { at: number; answer: 'away' | 'refused' | 'taken' }[]
  readonly heard: readonly Heard[]
  readonly given: readonly Given[]
  manners: Manners
  attach(port: Port): void
  /** Back to the usual manners. */
  behave(): void
  /** The present moment of the computer, in milliseconds. */
  now(): number
  pause(ms: number): Promise<void>
  /** Waits until something is found, for at most this long. */
  until<T>(ms: number, find: () => T | undefined): Promise<T | undefined>
  /** The present session, once its connection is subscribed. */
  session(): Session | undefined
  tell<Name extends DownName>(name: Name, data: DownMessage<Name>): void
  tellRaw(name: DownName, text: string): void
  /** Sends settings with a new revision, and returns it. */
  settle(settings?: Record<string, unknown>): number
  readonly rev: number
  /** How often the machine was told the time. */
  readonly timeAnswers: number
  command<Op extends CommandOp>(op: Op, args: CommandArgs<Op>, over?: Over): string
  /** A command that the protocol may not know. */
  anyCommand(op: string, args: object, over?: Over): string
  cut(): void
}
type Over = { id?: string; at?: number; ttl?: number }

/** The data of messages of this name since a moment. */
export const messagesSince = <Name extends UpName>(
  { heard }: TestServer,
  name: Name,
  since: number,
): UpMessage<Name>[] =>
  heard
    .filter((one) => one.name === name && one.at >= since && one.envelope)
    .map(({ envelope }) => envelope?.data as UpMessage<Name>)

export function makeTestServer(
  sn: string,
  { now, schedule }: { now(): number; schedule: Schedule },
): TestServer {
  const sessions: Session[] = []
  const tries: { at: number; answer: 'away' | 'refused' | 'taken' }[] = []
  const heard: Heard[] = []
  const given: Given[] = []
  const waiting = new Set<() => void>()
  let port: Port | undefined
  let current: Session | undefined
  let seq = 0
  let timeAnswers = 0
  // Above any revision that a machine can have from another server, as long as those count changes.
  let rev = Math.floor(now() / 1_000)
  let settings: Record<string, unknown> = {}

  const wake = (): void => {
    for (const look of waiting) look()
  }
  const serverNow = (): number => Math.round(now() + server.manners.aheadMs)

  function tell(name: DownName, data: unknown): void {
    seq += 1
    server.tellRaw(
      name,
      encode({ v: 1, sn, mid: `conform-${rev}-${seq}`, seq, ts: serverNow(), type: name, data }),
    )
  }

  function end(how: 'disconnect' | 'lost'): void {
    if (current) current.end = { at: now(), how }
    current = undefined
    wake()
  }

  function answer(name: UpName | undefined, envelope: Envelope | undefined): void {
    const status = name === 'status' ? (envelope?.data as UpMessage<'status'> | undefined) : undefined
    if (status?.state !== 'online' || !envelope) return
    if (server.manners.tellsTime) {
      tell('time', { now: serverNow(), mid: envelope.mid })
      timeAnswers += 1
    }
    if (server.manners.tellsSettings) tell('config', { rev, settings })
  }

  const server: TestServer = {
    sn,
    sessions,
    tries,
    heard,
    given,
    manners: { ...usual },
    visitor: {
      knock() {
        if (!server.manners.isAway) return 'open'
        tries.push({ at: now(), answer: 'away' })
        wake()
        return 'away'
      },
      login(login) {
        const answered = server.manners.refuses(login.secret) ? 'refused' : 'taken'
        tries.push({ at: now(), answer: answered })
        if (answered === 'taken') {
          // A second connection ends the first.
          end('lost')
          current = { ...login, at: now(), filters: [] }
          sessions.push(current)
        }
        wake()
        return answered
      },
      subscribed(topic, qos) {
        current?.filters.push({ topic, qos })
        // Retained for the machine, as on the real server.
        if (server.manners.tellsSettings) tell('config', { rev, settings })
        wake()
      },
      published(message) {
        if (!current) return true
        const topic = parseUpTopic(message.topic)
        const name = topic?.sn === sn ? topic.name : undefined
        const read = name && decode(message.text, { sn, name, schema: upMessages[name] })
        const envelope = read?.ok ? (read.message as Envelope) : undefined
        const isAcknowledged = server.manners.acknowledges(name)
        heard.push({ ...message, at: now(), session: current, name, envelope })
        answer(name, envelope)
        wake()
        return isAcknowledged
      },
      ended: end,
    },
    attach(opened) {
      port = opened
    },
    behave() {
      server.manners = { ...usual }
    },
    now,
    pause: (ms) => new Promise((resolve) => void schedule(ms, resolve)),
    until: (ms, find) =>
      new Promise((resolve) => {
        const done = (found: ReturnType<typeof find>): void => {
          waiting.delete(look)
          stop()
          resolve(found)
        }
        const look = (): void => {
          const found = find()
          if (found !== undefined) done(found)
        }
        const stop = schedule(ms, () => done(find()))
        waiting.add(look)
        look()
      }),
    session: () => (current && current.filters.length > 0 ? current : undefined),
    tell,
    tellRaw: (name, text) => port?.send(name, text),
    settle(changed = settings) {
      rev += 1
      settings = changed
      tell('config', { rev, settings })
      return rev
    },
    get timeAnswers() {
      return timeAnswers
    },
    get rev() {
      return rev
    },
    command: (op, args, over) =>
      server.anyCommand(op, args, { ttl: commandLifeSeconds(op) * 1_000, ...over }),
    anyCommand(op, args, over = {}) {
      const id = over.id ?? `conform-${rev}-${given.length + 1}`
      if (current) given.push({ id, op, at: now(), session: current })
      tell('cmd', { id, op, args, at: over.at ?? serverNow(), ttl: over.ttl ?? 30_000 })
      return id
    },
    cut() {
      port?.cut()
      // The port reports the end later; until then the session would look as if it were there.
      end('lost')
    },
  }
  return server
}
