import {
  downTopic,
  maxPayloadBytes,
  parseUpTopic,
  type UpName,
  upNames,
  upTopicOfAll,
} from '@slotwise/machine-protocol'
import { connect, connectAsync, type IPublishPacket, type MqttClient } from 'mqtt'

import { makeBacklogs } from './backlog.ts'
import { type Attendant, type Broker, isRetained } from './broker.ts'
import { holdLines } from './line-locks.ts'
import { acknowledge } from './puback.ts'

export type ExternalOptions = {
  url: string
  username?: string | undefined
  password?: string | undefined
  databaseUrl: string
  log: (error: unknown) => void
}

/** A persistent session at the broker. Once ended, it is not opened again. */
type Line = { end(): Promise<void> }

/** What one connection of a line delivers. */
type Delivery = {
  stream: MqttClient['stream']
  take(packet: IPublishPacket, done: () => void): void
  /** Acknowledges and begins nothing any more: the broker delivers it again over the next connection. */
  giveUp(): void
}

const againMs = 1_000

/** The broker delivers no more messages of a line until some of these are acknowledged. */
const mostOnTheWay = 1_000
/** For messages that are delivered without an acknowledgement, which the broker does not count. */
const backlogLimits = { ofOne: 32 * 1024 ** 2, ofAll: 128 * 1024 ** 2 }

/**
 * An external broker, such as Mosquitto, which logs the machines in by the list that `ops machine passwords`
 * prints.
 *
 * Each kind of message has a line: a persistent session at the broker, which keeps messages while no gateway is
 * connected. Messages of a line are stored at the same time, those of one machine in their order. Each is acknowledged
 * after it and all before it are stored, and when the connection ends before that, the broker delivers it again.
 * Gateways share the lines by locks, one gateway per line. (A shared subscription would be simpler, but Mosquitto
 * forgets it on restart, and loses all messages until a gateway subscribes again.)
 */
export async function joinExternalBroker(
  { url, username, password, databaseUrl, log }: ExternalOptions,
  attendant: Attendant,
): Promise<Broker> {
  const common = {
    protocolVersion: 5,
    reconnectPeriod: 1_000,
    connectTimeout: 10_000,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  } as const
  // A line reads nothing while too much of it waits to be stored, not even acknowledgements. So the gateway sends over
  // a connection of its own.
  const speaking = await connectAsync(url, { ...common, clean: true })
  speaking.on('error', log)

  const openBacklog = makeBacklogs(backlogLimits)
  const lines = new Map<string, Line>()
  const locks = await holdLines(
    databaseUrl,
    upNames,
    {
      gained: (name) => lines.set(name, listen(name as UpName)),
      lost(name) {
        void lines.get(name)?.end()
        lines.delete(name)
      },
    },
    log,
  )

  /** Takes what one connection of a line delivers, and acknowledges it over the same connection. */
  function openDelivery(stream: MqttClient['stream']): Delivery {
    let isPaused = false
    let readOn: (() => void) | undefined
    const backlog = openBacklog({
      pause: () => (isPaused = true),
      resume() {
        isPaused = false
        readOn?.()
        readOn = undefined
      },
      // After a pause, to avoid a busy loop. Cut, because a graceful end would wait for messages that are held back.
      end: () => void setTimeout(() => stream.destroy(), againMs),
    })
    /** Other machines are served on after a failure; the messages of the same machine keep their order. */
    const failed = new Set<string>()
    let isOver = false

    function receive(topic: string, payload: Buffer): Promise<void> | undefined {
      const parsed = parseUpTopic(topic)
      if (!parsed) attendant.refuse('foreign topic')
      else if (payload.length > maxPayloadBytes) attendant.refuse('too large', parsed.sn)
      else
        return attendant
          .take({ ...parsed, payload }, () => !isOver && !failed.has(parsed.sn))
          ?.catch((error: unknown) => {
            if (!isOver && !failed.has(parsed.sn)) log(error)
            failed.add(parsed.sn)
            throw error
          })
      return undefined
    }

    return {
      stream,
      take({ topic, payload, messageId: id }, done) {
        // The broker delivers it again over the next connection.
        if (isOver) return
        backlog.add({
          bytes: payload.length,
          stored: receive(topic, payload as Buffer),
          acknowledge: id === undefined ? undefined : (out) => acknowledge(stream, id, out),
        })
        if (isPaused) readOn = done
        else done()
      },
      giveUp() {
        isOver = true
        backlog.giveUp()
      },
    }
  }

  /** A broker ends the connection of a client when another one comes with its id. This one leaves at once. */
  async function takeOver(sn: string): Promise<void> {
    const client = await connectAsync(url, { ...common, reconnectPeriod: 0, clientId: sn, clean: true })
    await client.endAsync()
  }

  function listen(name: UpName): Line {
    let delivery: Delivery | undefined
    const client = connect(url, {
      ...common,
      clientId: `slotwise-${name}`,
      clean: false,
      properties: { sessionExpiryInterval: 7 * 24 * 3_600, receiveMaximum: mostOnTheWay },
    })
    client.on('error', log)
    // mqtt.js would acknowledge a message before it reads the next one. It reads on after a message without QoS, and
    // leaves the PUBACK to the backlog.
    client.on('packetreceive', (packet) => {
      if (packet.cmd === 'publish') packet.qos = 0
    })
    // Set before connecting, because the broker delivers kept messages at once and they must be acknowledged.
    client.handleMessage = (packet, done) => {
      if (delivery?.stream !== client.stream) delivery = openDelivery(client.stream)
      delivery.take(packet, done)
    }
    // The broker numbers its messages anew, so nothing of an ended connection is acknowledged.
    client.on('close', () => delivery?.giveUp())
    // Retained statuses are delivered once per subscription, not with every connection.
    client.on('connect', () => client.subscribe(upTopicOfAll(name), { qos: 1, rh: 1 }))
    return {
      async end() {
        delivery?.giveUp()
        // Forced, because a graceful end would wait for messages that the line holds back.
        await client.endAsync(true)
      },
    }
  }

  return {
    reaches: () => speaking.connected,
    present: () => [],
    // The broker itself keeps only one connection per machine, so only an ordered end is for us.
    drop(sn, before) {
      if (before === Infinity) takeOver(sn).catch(log)
    },
    async send(sn, name, text) {
      await speaking.publishAsync(downTopic(sn, name), text, { qos: 1, retain: isRetained(name) })
      return undefined
    },
    async close() {
      await Promise.all([...lines.values()].map((line) => line.end()))
      await speaking.endAsync(true)
      await locks.release()
    },
  }
}
