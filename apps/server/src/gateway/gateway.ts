/**
 * The link to the machines. A message of a machine is decoded, checked and stored, and only then acknowledged. Messages
 * of one machine, except heartbeats, are stored in the order of `lines.ts` (with an external broker: those of one kind,
 * because different gateways may take different kinds). A command is a row first: the process that holds the connection takes it from the
 * database, once.
 */
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import {
  type DownMessage,
  type DownName,
  encode,
  type Envelope,
  type NotUnderstood,
  plainHeartbeat,
  type ReadMessage,
  type UpMessage,
  type UpName,
} from '@slotwise/machine-protocol'
import { sql } from 'kysely'
import type pg from 'pg'

import type { Deps, MachineCtx } from '../kernel/ctx.ts'
import { inTenant, untilDatabaseIsBack } from '../kernel/db.ts'
import { StandingConnection } from '../kernel/standing-connection.ts'
import { commandChannel, takeForSending, unsentCommands } from '../modules/commands/index.ts'
import { machineChannel } from '../modules/devices/index.ts'
import {
  acceptSecret,
  bindingOf,
  disconnectChannel,
  ownersOf,
  secretMadeAt,
} from '../modules/machines/index.ts'
import { orderChannel } from '../modules/payments/index.ts'
import { sweepPresence } from '../modules/presence/index.ts'
import { type Binding, rememberBindings } from './bindings.ts'
import { makeBudget } from './budget.ts'
import type { Attendant, Broker, RefusalReason } from './broker.ts'
import { startEmbeddedBroker } from './embedded-broker.ts'
import { gatherHeartbeats } from './heartbeats.ts'
import { inOrder } from './in-order.ts'
import { isAnswer, linesOf } from './lines.ts'
import type { Link } from './link.ts'
import { machineSettings } from './machine-settings.ts'
import { serveOrders } from './orders.ts'
import { PrunedMap } from './pruned-map.ts'
import { takeReport } from './reports.ts'
import { gatherSales } from './sale-batches.ts'
import { type Queued, serveSales } from './sales.ts'
import { serveSlips } from './slips.ts'
import { readPayload, timeIn } from './read-payload.ts'
import { makeTurnstile, type Rank } from './turnstile.ts'

const sweepEveryMs = 15_000
const countEveryMs = 60_000
/** Longer than a login may wait for its turn. */
const suspectMs = 60_000
/**
 * The rate at which one machine's messages are stored: a day without a connection at once, then as fast as it can
 * sell.
 */
const stored = { atOnce: 3_000, perSecond: 20 }
/** How many of the database connections of a process machines may use at most. */
export const placesOfMachines = (connections: number): number => Math.floor(connections * 0.6)
/** Gateways notify each other on this channel when a machine has connected. */
const connectedChannel = 'slotwise_connected'

type Message = {
  sn: string
  name: UpName
  payload: Buffer
  /** Says no once the machine sends it again. */
  isWanted: () => boolean
}

const isOnline = (data: unknown): boolean => (data as { state?: unknown }).state === 'online'

export type Gateway = {
  /** The port of the embedded broker. */
  port: number | undefined
  refusals: ReadonlyMap<RefusalReason, number>
  connections(): number
  /** Writes the gathered heartbeats and counts now. */
  flush(): Promise<void>
  close(): Promise<void>
}

export async function startGateway(deps: Deps): Promise<Gateway> {
  const pass = makeTurnstile(placesOfMachines(deps.db.connections.main))
  // Ranked as a command, because a command may wait for it. Asked once a minute per machine.
  const bindings = rememberBindings((sn) => pass('command', () => bindingOf(deps, sn)))
  const owners = rememberBindings((sn) => pass('command', () => ownersOf(deps.db.main, sn)))
  const heartbeats = gatherHeartbeats(deps)
  const queueSale = gatherSales(deps, { inTurn: (work) => pass('report', work), isClosing: () => closing })
  const inLine = inOrder()
  const refusals = new Map<RefusalReason, number>()
  const budgets = new PrunedMap<ReturnType<typeof makeBudget>>(() => (_sn, budget) => !budget.isFull())
  const me = randomUUID()
  let seq = 0
  let closing = false
  // Machines connect as soon as the broker listens; their logins and messages wait until `broker` is assigned.
  const { promise: ready, resolve: begin } = Promise.withResolvers<void>()

  const inMachine = <T>(
    sn: string,
    binding: Binding,
    work: (ctx: MachineCtx) => Promise<T>,
    rank: Rank = 'report',
  ): Promise<T> =>
    pass(rank, () =>
      inTenant(deps.db.main, binding.tenantId, (tx) => work({ deps, tx, now: deps.now(), sn, ...binding })),
    )

  const failed = (what: string) => (error: unknown) => deps.log.error({ err: error }, what)

  function refuse(reason: RefusalReason, sn?: string): void {
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
    deps.log.debug({ reason, sn }, 'a machine was turned away')
  }

  async function send<Name extends DownName>(sn: string, name: Name, data: DownMessage<Name>) {
    seq += 1
    const ts = deps.now().getTime()
    return broker.send(sn, name, encode({ v: 1, sn, mid: randomUUID(), seq, ts, type: name, data }))
  }

  /** Sent to every machine when it comes online, and again whenever it repeats that it is online. */
  async function welcome(sn: string, mid: string): Promise<void> {
    await send(sn, 'time', { now: deps.now().getTime(), mid })
    await sendSettings(sn)
  }

  /** In a line of their own, so that settings that were read earlier do not arrive later. */
  const sendSettings = (sn: string): Promise<void> =>
    inLine([`${sn} settings`], async () => {
      const binding = await bindings.of(sn)
      const whole = binding && (await inMachine(sn, binding, machineSettings))
      await send(sn, 'config', whole ?? { rev: 0, settings: {} })
    })

  async function take(whole: Message, isSecondLook = false): Promise<Queued | void> {
    // The gateway is closing: ignore last wills; machines resend unacknowledged messages to the next gateway.
    if (closing) throw new Error('the gateway is closing')
    await ready
    const read = readPayload(whole)
    if (!read.ok) return notUnderstood(whole, read)
    const { message, slips: mended } = read
    const queued = await takeRead(whole, message, isSecondLook)
    if (mended.length === 0) return queued
    const tell = (): Promise<void> => slips.note({ ...whole, mid: message.mid }, mended, 'taken')
    return queued ? { stored: queued.stored.then(tell) } : tell()
  }

  /** A sale is kept; the customer of an order is told that it is refused; the rest is told and counted alone. */
  async function notUnderstood({ sn, name, payload }: Message, read: NotUnderstood): Promise<void> {
    const { why, slip, mid, json } = read
    await slowDown(sn)
    if (name === 'sale') return slips.keep({ sn, mid, ts: timeIn(json), slip, payload }, why)
    await slips.turnAway({ sn, name, mid, payload }, slip, why)
    const binding = name === 'order' ? await bindings.of(sn) : undefined
    if (binding) await orders.refuseUnread(sn, binding, json)
  }

  async function takeRead(whole: Message, message: Envelope, isSecondLook: boolean): Promise<Queued | void> {
    const { sn, name, payload, isWanted } = whole
    const noted = { sn, name, mid: message.mid, payload }
    if (name === 'sale') return takeSale(sn, message as Envelope<UpMessage<'sale'>>, payload, isWanted)
    const binding = await bindings.of(sn)
    if (!binding) {
      if (name === 'status' && isOnline(message.data)) return welcome(sn, message.mid)
      // The next heartbeat comes soon, and says no more than this one.
      if (name === 'heartbeat') return refuse('bound to no merchant', sn)
      return slips.turnAway(noted, { field: '', reason: 'no merchant' }, 'bound to no merchant')
    }
    if (name === 'heartbeat') return heartbeats.add(binding, message.data as ReadMessage<'heartbeat'>)
    await slowDown(sn)
    if (name === 'order') {
      const order = message as Envelope<UpMessage<'order'>>
      const taken = await orders.take(sn, binding, order, isSecondLook)
      if (taken === 'late') return slips.turnAway(noted, { field: 'ts', reason: 'late' }, 'late')
      return taken === 'gone' ? takeAgain(whole, isSecondLook) : undefined
    }
    const outcome = await inMachine(
      sn,
      binding,
      (ctx) => takeReport(ctx, name, message),
      isAnswer(name) ? 'command' : 'report',
    )
    if (outcome === 'gone') return takeAgain(whole, isSecondLook)
    if (outcome === 'late') refuse('late', sn)
    if (outcome === 'back') await slips.turnAway(noted, { field: 'data.boot', reason: 'went back' }, 'late')
    if (typeof outcome === 'object') await slips.turnAway(noted, outcome, 'wrong data')
    if (outcome === 'contested') refuse('contested number', sn)
    if (outcome !== 'came' && outcome !== 'contested') return
    await welcome(sn, message.mid)
    await orders.tell(sn, binding)
  }

  /** The machine has left its merchant since the look-up: looks up the present merchant, once. */
  async function takeAgain(message: Message, isSecondLook: boolean): Promise<Queued | void> {
    const { sn, name, payload } = message
    bindings.forget(sn)
    if (!isSecondLook) return take(message, true)
    const read = readPayload(message)
    const mid = read.ok ? read.message.mid : read.mid
    return slips.turnAway(
      { sn, name, mid, payload },
      { field: '', reason: 'no merchant' },
      'bound to no merchant',
    )
  }

  /** An outage of the database does not disconnect machines: their messages wait, and are not acknowledged. */
  const patiently = <T>(work: () => Promise<T>): Promise<T> => untilDatabaseIsBack(work, () => closing)

  /**
   * Delays a machine that sends without pause, and its next messages. Not with an external broker, whose lines are
   * shared by all machines.
   */
  async function slowDown(sn: string): Promise<void> {
    if (!embedded) return
    const budget = budgets.get(sn) ?? makeBudget(stored)
    budgets.set(sn, budget)
    const wait = budget.spend(1)
    if (wait > 0) await delay(wait)
  }

  const link: Link = { deps, bindings, owners, inMachine, send, refuse }
  const slips = serveSlips(link)
  const orders = serveOrders(link)
  const takeSale = serveSales({ ...link, slips, queueSale, slowDown, patiently })

  /** Notes a heartbeat without waiting. A message that is not plainly a heartbeat is handled like any other. */
  function beat(message: Message): Promise<void> | undefined {
    const binding = closing ? undefined : bindings.known(message.sn)
    const heard = binding && isUtf8(message.payload) && plainHeartbeat(message.payload.toString(), message.sn)
    if (!heard) return patiently(async () => void (await take(message)))
    heartbeats.add(binding, heard)
    return undefined
  }

  async function inTurn(message: Message): Promise<void> {
    const queued = await inLine(linesOf(message.sn, message.name), () => {
      if (!message.isWanted()) throw new Error('the machine sends it again')
      return patiently(() => take(message))
    })
    await queued?.stored
  }

  /** When the secret of a machine's last login was made, for the machines that are connected. */
  const secretsMadeAt = new PrunedMap<number>(() => {
    const present = new Set(broker.present())
    return (sn) => present.has(sn)
  })

  /** Machines whose secret was replaced a moment ago. */
  const suspects = new Set<string>()

  async function logIn(credentials: { sn: string; secret: string }): Promise<boolean> {
    await ready
    const madeAt = await acceptSecret(deps, credentials)
    if (madeAt) secretsMadeAt.set(credentials.sn, madeAt.getTime())
    return madeAt !== undefined
  }

  const attendant: Attendant = {
    authenticate: (credentials, isThere) =>
      pass('login', () => {
        if (!isThere()) throw new Error('gone')
        return logIn(credentials)
      }),
    take(incoming, isWanted) {
      const message = { ...incoming, isWanted }
      // Heartbeats need no order, and are most of the messages.
      return message.name === 'heartbeat' ? beat(message) : inTurn(message)
    },
    refuse,
    connected(sn, at) {
      if (suspects.has(sn)) dropOutdated(sn).catch(() => broker.drop(sn, Infinity))
      sql`select pg_notify(${connectedChannel}, ${`${sn} ${me} ${at}`})`
        .execute(deps.db.main)
        .catch(failed('the word of a connection'))
    },
  }
  const { mqtt } = deps.config
  const log = (error: unknown): void => deps.log.warn({ err: error }, 'broker')
  const embedded = mqtt.url === undefined ? await startEmbeddedBroker({ ...mqtt, log }, attendant) : undefined
  const broker: Broker = embedded ?? (await joinExternal())

  begin()

  /** The client of a broker takes some megabytes, so only a gateway that has an external one loads it. */
  async function joinExternal(): Promise<Broker> {
    const { joinExternalBroker } = await import('./external-broker.ts')
    return joinExternalBroker({ ...mqtt, url: mqtt.url ?? '', databaseUrl: deps.db.url, log }, attendant)
  }

  /** Sends a waiting command, if the machine is connected here. */
  async function deliver(tenantId: string, sn: string, id: string): Promise<void> {
    if (!broker.reaches(sn)) return
    const binding = await bindings.of(sn)
    if (binding?.tenantId !== tenantId) return
    const command = await inMachine(sn, binding, (ctx) => takeForSending(ctx, id), 'command')
    if (command) await send(sn, 'cmd', command)
  }

  /** Tells a machine of its order, if the machine is connected here. */
  async function deliverOrder(tenantId: string, sn: string, orderno: string): Promise<void> {
    if (!broker.reaches(sn)) return
    const binding = await bindings.of(sn)
    if (binding?.tenantId === tenantId) await orders.tell(sn, binding, orderno)
  }

  /** Sends the machine its present settings; those retained for it may be of the merchant before. */
  function rebind(sn: string): Promise<void> {
    bindings.forget(sn)
    owners.forget(sn)
    return sendSettings(sn)
  }

  /**
   * Ends a machine's connection that was opened with an old secret; it may be open with the new one already. Also ends
   * one of which the secret is not known any more: the machine opens another.
   */
  async function dropOutdated(sn: string): Promise<void> {
    const madeAt = await pass('command', () => secretMadeAt(deps, sn))
    if (secretsMadeAt.get(sn) !== madeAt?.getTime()) broker.drop(sn, Infinity)
  }

  /**
   * Ends a connection, and looks for a minute at those that the machine opens anew: a login with the old secret may have
   * been judged before the secret was replaced.
   */
  function endConnection(sn: string, isAny: boolean): void {
    // When the database does not answer, the connection ends: the machine opens another one.
    const dropAll = () => broker.drop(sn, Infinity)
    if (isAny) return dropAll()
    suspects.add(sn)
    setTimeout(() => suspects.delete(sn), suspectMs).unref()
    dropOutdated(sn).catch(dropAll)
  }

  /**
   * For notifications that may have been missed: ends an outdated connection, sends the commands and orders that wait,
   * then the present settings.
   */
  async function catchUp(sn: string): Promise<void> {
    await dropOutdated(sn)
    const binding = await bindings.of(sn)
    if (binding) {
      const waiting = await inMachine(sn, binding, (ctx) => unsentCommands(ctx, ctx.now), 'command')
      for (const id of waiting) await deliver(binding.tenantId, sn, id)
      await orders.tell(sn, binding)
    }
    await sendSettings(sn)
  }

  const listener = new StandingConnection(
    deps.db.url,
    'gateway',
    async (client: pg.Client) => {
      client.on('notification', ({ channel, payload = '' }) => {
        const [first = '', second = '', third = ''] = payload.split(' ')
        if (channel === commandChannel) deliver(first, second, third).catch(failed('a command'))
        else if (channel === orderChannel) deliverOrder(first, second, third).catch(failed('an order'))
        else if (channel === disconnectChannel) endConnection(first, second === 'any')
        else if (channel === machineChannel) rebind(first).catch(failed('a binding'))
        // A machine has one connection: the one here is outdated.
        else if (second !== me) broker.drop(first, Number(third))
      })
      const channels = [commandChannel, orderChannel, machineChannel, connectedChannel, disconnectChannel]
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '))
      bindings.forgetAll()
      owners.forgetAll()
      for (const sn of broker.present()) catchUp(sn).catch(failed('what was missed'))
    },
    (error) => deps.log.warn({ err: error }, 'gateway connection'),
  )
  await listener.connect()
  const sweeping = setInterval(
    () => void sweepPresence(deps).catch(failed('the sweep of presence')),
    sweepEveryMs,
  )

  let counted = ''
  const counting = setInterval(() => {
    const counts = JSON.stringify([...refusals])
    if (counts !== counted) deps.log.info({ refusals: Object.fromEntries(refusals) }, 'machines turned away')
    counted = counts
  }, countEveryMs)

  return {
    port: embedded?.port,
    refusals,
    connections: () => broker.present().length,
    flush: async () => void (await Promise.all([heartbeats.flush(), slips.flush()])),
    async close() {
      closing = true
      clearInterval(sweeping)
      clearInterval(counting)
      await broker.close()
      await listener.end()
      await heartbeats.stop()
      await slips.stop()
    },
  }
}
