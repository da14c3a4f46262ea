/**
 * The link to the machines. What a machine sends is decoded, judged, stored, and only then acknowledged; one machine's
 * messages, but for heartbeats, go in the order they came (those of one kind, where the broker is somebody's own). What
 * a machine is told lies in the database first: whichever process holds its connection takes it from there, once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import {
  decode,
  type DownMessage,
  type DownName,
  encode,
  plainHeartbeat,
  upMessages,
} from '@slotwise/machine-protocol'
import { sql } from 'kysely'
import type pg from 'pg'

import type { Deps, MachineCtx } from '../kernel/ctx.ts'
import { inTenant } from '../kernel/db.ts'
import { StandingConnection } from '../kernel/standing-connection.ts'
import { commandChannel, takeForSending } from '../modules/commands/index.ts'
import {
  authenticate,
  bindingOf,
  machineChannel,
  ownerThen,
  sweepPresence,
} from '../modules/devices/index.ts'
import { type Binding, rememberBindings } from './bindings.ts'
import { makeBudget } from './budget.ts'
import type { Attendant, Broker, Incoming, RefusalReason } from './broker.ts'
import { startEmbeddedBroker } from './embedded-broker.ts'
import { joinExternalBroker } from './external-broker.ts'
import { gatherHeartbeats } from './heartbeats.ts'
import { inOrder } from './in-order.ts'
import { machineSettings } from './machine-settings.ts'
import { takeReport } from './reports.ts'
import { makeTurnstile, type Rank } from './turnstile.ts'

const sweepEveryMs = 15_000
const countEveryMs = 60_000
/** Messages of one machine that may wait to be stored; a connection brings some hundred at a time. */
const mostWaiting = 500
/** What one machine may have stored: a day without a connection at once, then as fast as it can sell. */
const stored = { atOnce: 3_000, perSecond: 20 }
/** Of the connections that this process has to the database, so many are for machines at most. */
const atDatabase = 12
/** What gateways tell each other: a machine has connected to one of them. */
const connectedChannel = 'slotwise_connected'

const isOnline = (data: unknown): boolean => (data as { state?: unknown }).state === 'online'

export type Gateway = {
  /** Of the embedded broker. */
  port: number | undefined
  refusals: ReadonlyMap<RefusalReason, number>
  connections(): number
  /** Writes gathered heartbeats down now. */
  flush(): Promise<void>
  close(): Promise<void>
}

export async function startGateway(deps: Deps): Promise<Gateway> {
  const pass = makeTurnstile(atDatabase)
  // As a command, since one may be waiting for it; asked once a minute for a machine.
  const bindings = rememberBindings((sn) => pass('command', () => bindingOf(deps, sn)))
  const heartbeats = gatherHeartbeats(deps)
  const queue = inOrder()
  const refusals = new Map<RefusalReason, number>()
  const budgets = new Map<string, ReturnType<typeof makeBudget>>()
  const me = randomUUID()
  let seq = 0
  let closing = false
  // Machines come as soon as there is a broker; they are answered once we know it ourselves.
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

  async function send<Name extends DownName>(sn: string, name: Name, data: DownMessage<Name>): Promise<void> {
    seq += 1
    const ts = deps.now().getTime()
    await broker.send(sn, name, encode({ v: 1, sn, mid: randomUUID(), seq, ts, type: name, data }))
  }

  /** What every machine is told when it comes, and whenever it asks by saying so again. */
  async function welcome(sn: string, mid: string, binding: Binding | undefined): Promise<void> {
    await send(sn, 'time', { now: deps.now().getTime(), mid })
    await sendSettings(sn, binding)
  }

  async function sendSettings(sn: string, binding: Binding | undefined): Promise<void> {
    const whole = binding && (await inMachine(sn, binding, machineSettings))
    await send(sn, 'config', whole ?? { rev: 0, settings: {} })
  }

  async function take({ sn, name, text }: Incoming): Promise<void> {
    // It is we who leave: their last wills are not true, and the rest they say again to whoever comes next.
    if (closing) throw new Error('the gateway is closing')
    await ready
    const decoded = decode(text, { sn, name, schema: upMessages[name] })
    if (!decoded.ok) return refuse(decoded.why, sn)
    const { message } = decoded
    // What was sold or ordered belongs to who had the machine then; everything else is about now.
    const isTrade = name === 'sale' || name === 'order'
    const binding = await (isTrade
      ? pass('report', () => ownerThen(deps.db.main, sn, new Date(message.ts), deps.now()))
      : bindings.of(sn))
    if (!binding) {
      if (name === 'status' && isOnline(message.data)) return welcome(sn, message.mid, undefined)
      return refuse('bound to nobody', sn)
    }
    if (name === 'heartbeat') return heartbeats.add(binding, message.data as never)
    await slowDown(sn)
    const outcome = await inMachine(sn, binding, (ctx) => takeReport(ctx, name, message))
    if (outcome === 'gone') {
      // It has left its merchant since we looked; whose it is now decides.
      bindings.forget(sn)
      return take({ sn, name, text })
    }
    if (outcome === 'late') refuse('late', sn)
    if (outcome === 'came') await welcome(sn, message.mid, binding)
  }

  /** A machine that never stops talking waits, and so do its next messages. Lines of another broker are shared by all. */
  async function slowDown(sn: string): Promise<void> {
    if (!embedded) return
    const budget = budgets.get(sn) ?? makeBudget(stored)
    budgets.set(sn, budget)
    const wait = budget.spend(1)
    if (wait > 0) await delay(wait)
  }

  /** A heartbeat is noted in passing; what is not plainly one goes the way of all messages. */
  function beat(message: Incoming): Promise<void> | undefined {
    const binding = closing ? undefined : bindings.known(message.sn)
    const heard = binding && plainHeartbeat(message.text, message.sn)
    if (!heard) return take(message)
    heartbeats.add(binding, heard)
    return undefined
  }

  /** Who has too much waiting already is let go, and says it again. */
  async function inTurn(message: Incoming): Promise<void> {
    if (queue.waiting(message.sn) >= mostWaiting) {
      refuse('too much at once', message.sn)
      throw new Error('too much at once')
    }
    await queue.add(message.sn, () => take(message))
  }

  const attendant: Attendant = {
    authenticate: (credentials, isThere) =>
      pass('login', () => {
        if (!isThere()) throw new Error('gone')
        return authenticate(deps, credentials)
      }),
    // Heartbeats need no order, and are most of what comes.
    take: (message) => (message.name === 'heartbeat' ? beat(message) : inTurn(message)),
    refuse,
    connected(sn, at) {
      sql`select pg_notify(${connectedChannel}, ${`${sn} ${me} ${at}`})`
        .execute(deps.db.main)
        .catch(failed('the word of a connection'))
    },
  }
  const { mqtt } = deps.config
  const log = (error: unknown): void => deps.log.warn({ err: error }, 'broker')
  const embedded = mqtt.url === undefined ? await startEmbeddedBroker({ ...mqtt, log }, attendant) : undefined
  const broker: Broker =
    embedded ??
    (await joinExternalBroker({ ...mqtt, url: mqtt.url ?? '', databaseUrl: deps.db.url, log }, attendant))

  begin()

  /** Sends a command that waits, if it is ours to send. */
  async function deliver(tenantId: string, sn: string, id: string): Promise<void> {
    if (!broker.reaches(sn)) return
    const binding = await bindings.of(sn)
    if (binding?.tenantId !== tenantId) return
    const command = await inMachine(sn, binding, (ctx) => takeForSending(ctx, id), 'command')
    if (command) await send(sn, 'cmd', command)
  }

  /** Tells the machine its settings, now or when it comes: what is kept for it may be of the merchant before. */
  function rebind(sn: string): Promise<void> {
    bindings.forget(sn)
    return queue.add(sn, async () => sendSettings(sn, await bindings.of(sn)))
  }

  const listener = new StandingConnection(
    deps.db.url,
    'gateway',
    async (client: pg.Client) => {
      client.on('notification', ({ channel, payload = '' }) => {
        const [first = '', second = '', third = ''] = payload.split(' ')
        if (channel === commandChannel) deliver(first, second, third).catch(failed('a command'))
        else if (channel === machineChannel) rebind(first).catch(failed('a binding'))
        // A machine has one connection: the one here is what is left of the one before.
        else if (second !== me) broker.drop(first, Number(third))
      })
      await client.query(`listen ${commandChannel}; listen ${machineChannel}; listen ${connectedChannel}`)
      // What was said while nobody listened.
      bindings.forgetAll()
      for (const sn of broker.present()) rebind(sn).catch(failed('a binding'))
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
    flush: () => heartbeats.flush(),
    async close() {
      closing = true
      clearInterval(sweeping)
      clearInterval(counting)
      await broker.close()
      await listener.end()
      await heartbeats.stop()
    },
  }
}
