import type { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { callbackify } from 'node:util'

import {
  downFilter,
  type DownName,
  downTopic,
  maxPayloadBytes,
  mayListen,
  parseUpTopic,
  upTopic,
} from '@slotwise/machine-protocol'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { writeToStream } from 'mqtt-packet'

import { type Backlog, makeBacklogs } from './backlog.ts'
import { type Attendant, type Broker, isRetained } from './broker.ts'
import { guardFrames } from './frame-guard.ts'
import { acknowledge } from './puback.ts'

export type EmbeddedOptions = {
  host: string
  port: number
  /** Files with the certificate and its key, for mqtts. */
  tls?: { cert: string; key: string } | undefined
  /** How long a connection may leave unread what it was sent. */
  drainMs?: number
  log: (error: unknown) => void
}

// The cache of all numbers up to 65,535 would take 7 MB.
writeToStream.cacheNumbers = false

/** A packet holds a topic and a header besides the payload. */
const maxPacketBytes = maxPayloadBytes + 1024

/** A half-open connection is noticed after one and a half times this. */
const longestKeepaliveSeconds = 120

/** Connections that have not logged in by then are closed. */
const helloMs = 10_000

/** For a machine that sends its whole outbox at once: some thousand messages. */
const backlogLimits = { ofOne: 4 * 1024 ** 2, ofAll: 128 * 1024 ** 2 }

const unavailable = 3
const badCredentials = 4
const notAuthorized = 5

const refusal = (message: string, returnCode: number): AuthenticateError =>
  Object.assign(new Error(message), { returnCode })

/** The answer to a subscription that is not granted. */
const refusedSubscription = 128

type Done = (error?: Error) => void
/** The server sends nothing with QoS 2. */
type QoS = 0 | 1

class MachineBroker extends Aedes {
  /** aedes has it without declaring it. */
  declare persistence: { storeRetained(packet: PublishPacket): Promise<void> }

  /** The attendant has taken messages of clients before this; they have no subscribers, so they are not passed on. */
  override publish(packet: PublishPacket, from: Client | Done | null, done?: Done): void {
    if (from && typeof from !== 'function') done?.()
    else Reflect.apply(super.publish, this, [packet, from, done])
  }
}

/**
 * The embedded broker, for MQTT 3.1.1. Only machines connect, and none receives messages of another: their messages
 * go to the attendant, never to subscribers. A message is acknowledged once the attendant has stored it and those before
 * it; when it cannot be stored, the connection is ended and the machine sends it again.
 */
export async function startEmbeddedBroker(
  { host, port, tls, drainMs = 30_000, log }: EmbeddedOptions,
  attendant: Attendant,
): Promise<Broker & { port: number }> {
  const connected = new Map<string, { client: Client; at: number }>()
  const badKeepalive = new WeakSet<Client>()
  /** What a connection has sent is not wanted any more once the machine has another one, where it sends it again. */
  const isNewest = (client: Client): boolean => {
    const present = connected.get(client.id)?.client
    return present === undefined || present === client || present.closed
  }
  const openBacklog = makeBacklogs(backlogLimits)
  const backlogs = new WeakMap<Client, Backlog>()
  /** The QoS of each filter that a client has subscribed to. What is sent before that would be lost. */
  const subscribed = new WeakMap<Client, Map<string, QoS>>()
  const qosOf = (client: Client, name: DownName): QoS | undefined => {
    const filters = subscribed.get(client)
    const granted = [downFilter(client.id), downTopic(client.id, name)].flatMap(
      (one) => filters?.get(one) ?? [],
    )
    return granted.includes(1) ? 1 : granted[0]
  }
  /** Forgets a client, unless the same machine has reconnected already. */
  const forget = (client: Client): void => {
    if (connected.get(client.id)?.client === client) connected.delete(client.id)
  }

  const aedes = new MachineBroker({
    // Connections that do not log in, or do not read what they are sent, are closed.
    connectTimeout: helloMs,
    drainTimeout: drainMs,
    // The server sends nothing with QoS 2; incomplete QoS 2 messages of clients would stay in memory.
    maxInflightInbound: 10,
    preConnect(client, packet, done) {
      const { keepalive = 0, protocolVersion = 4 } = packet
      // aedes refuses it before it asks who it is.
      if (protocolVersion > 4) attendant.refuse('wrong version', packet.username)
      // aedes' own limit would answer with code 6, which MQTT 3.1.1 reserves.
      if (keepalive < 1 || keepalive > longestKeepaliveSeconds) badKeepalive.add(client)
      // Nothing is stored for an absent machine: commands that it missed must not run later.
      packet.clean = true
      // A will is published whether something happened or not; only that the machine is gone follows from it.
      if (packet.will && packet.will.topic !== upTopic(packet.clientId, 'status')) {
        delete packet.will
        attendant.refuse('last will', packet.clientId)
      }
      done(null, true)
    },
    authenticate(client, username, password, done) {
      const sn = username ?? ''
      if (client.id !== sn) {
        attendant.refuse('wrong client id', sn)
        return done(refusal('the client id is not the serial number', notAuthorized), false)
      }
      if (badKeepalive.has(client)) {
        attendant.refuse('wrong keepalive', sn)
        return done(refusal('the keepalive is 0 or too long', notAuthorized), false)
      }
      const judge = async (): Promise<boolean> => {
        const credentials = { sn, secret: password?.toString() ?? '' }
        const isKnown = await attendant
          .authenticate(credentials, () => !client.closed)
          .catch(() => {
            throw refusal('not now', unavailable)
          })
        if (isKnown) return true
        attendant.refuse('wrong credentials', sn)
        throw refusal('unknown machine or wrong secret', badCredentials)
      }
      callbackify(judge)(done as (error: Error | null, isKnown: boolean) => void)
    },
    authorizeSubscribe(client, subscription, done) {
      const isOwn = mayListen(client.id, subscription.topic)
      if (!isOwn) attendant.refuse('foreign subscription', client.id)
      // Without a subscription, aedes answers that it was refused.
      done(null, isOwn ? subscription : null)
    },
    authorizePublish(client, packet, done) {
      if (!client) return done(null)
      const topic = parseUpTopic(packet.topic)
      if (topic?.sn !== client.id) {
        attendant.refuse('foreign topic', client.id)
        return done(new Error('not a topic of this machine'))
      }
      if (packet.payload.length > maxPayloadBytes) {
        attendant.refuse('too large', client.id)
        return done(new Error('more than a message may have'))
      }
      // Messages of machines have no subscribers, so none is retained.
      packet.retain = false
      const message = { ...topic, payload: packet.payload as Buffer }
      const backlog = backlogs.get(client)
      // The last will of a connection that has ended, or QoS 2, which the protocol does not use.
      if (client.closed || packet.qos === 2 || !backlog) {
        const taking = attendant.take(message, () => true)
        return callbackify(async () => taking)(done)
      }
      const stored = attendant.take(message, () => !backlog.isGivenUp() && isNewest(client))
      if (!stored && backlog.isEmpty()) return done(null)
      const { messageId } = packet
      const isAwaited = packet.qos !== 0
      backlog.add({
        bytes: message.payload.length,
        stored,
        acknowledge: isAwaited ? (out) => acknowledge(client.conn, messageId ?? 0, out) : undefined,
      })
      // aedes reads on, and leaves the PUBACK to the backlog.
      packet.qos = 0
      queueMicrotask(() => done(null))
    },
  })
  aedes.on('clientReady', (client) => {
    // The client may have disconnected by the time it is ready.
    if (client.closed) return
    const at = Date.now()
    connected.set(client.id, { client, at })
    attendant.connected(client.id, at)
  })
  aedes.on('subscribe', (subscriptions, client) => {
    const filters = subscribed.get(client) ?? new Map<string, QoS>()
    subscribed.set(client, filters)
    for (const { topic, qos } of subscriptions)
      if (qos < refusedSubscription) filters.set(topic, qos === 0 ? 0 : 1)
  })
  aedes.on('unsubscribe', (topics, client) => {
    for (const topic of topics) subscribed.get(client)?.delete(topic)
  })
  // aedes emits 'error' without declaring it.
  ;(aedes as EventEmitter).on('error', log)
  await aedes.listen()

  const sockets = new Set<Socket>()
  const welcome = (socket: Socket): void => {
    socket.on('error', () => socket.destroy())
    socket.setNoDelay(true)
    const guard = guardFrames(socket, maxPacketBytes, () => attendant.refuse('too large'))
    const client = aedes.handle(socket)
    backlogs.set(client, openBacklog({ ...guard, end: () => client.close() }))
    // Listen to the socket, because aedes does not report every client that it drops.
    socket.once('close', () => forget(client))
  }
  const server: Server = tls
    ? createTlsServer(
        {
          cert: await readFile(tls.cert),
          key: await readFile(tls.key),
          handshakeTimeout: helloMs,
        },
        welcome,
      )
    : createServer(welcome)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} is taken; choose another for machines with MQTT_PORT=…`, { cause: error })
          : error,
      ),
    )
    server.listen({ host, port, backlog: 4096 }, resolve)
  }).catch(async (error: unknown) => {
    await new Promise<void>((resolve) => aedes.close(resolve))
    throw error
  })
  server.on('error', log)
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    reaches(sn) {
      const held = connected.get(sn)
      return held !== undefined && qosOf(held.client, 'cmd') !== undefined
    },
    present: () => [...connected.keys()],
    drop(sn, before) {
      const held = connected.get(sn)
      if (!held || held.at >= before) return
      connected.delete(sn)
      backlogs.get(held.client)?.giveUp()
      held.client.close()
    },
    async send(sn, name, text) {
      const message = {
        cmd: 'publish',
        topic: downTopic(sn, name),
        payload: Buffer.from(text),
        dup: false,
      } as const
      if (isRetained(name)) await aedes.persistence.storeRetained({ ...message, qos: 1, retain: true })
      const client = connected.get(sn)?.client
      const qos = client && qosOf(client, name)
      if (!client || qos === undefined) return false
      // Past aedes' own queue, which is one for all machines and waits for the slowest.
      return new Promise<boolean>((resolve) =>
        client.publish({ ...message, qos, retain: false }, (error) => resolve(!error)),
      )
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
