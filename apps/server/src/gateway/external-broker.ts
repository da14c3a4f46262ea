import { callbackify } from 'node:util'

import {
  downTopic,
  maxPayloadBytes,
  parseUpTopic,
  type UpName,
  upNames,
  upTopicOfAll,
} from '@slotwise/machine-protocol'
import { connect, connectAsync, type IPublishPacket } from 'mqtt'

import { type Attendant, type Broker, isRetained } from './broker.ts'
import { holdLines } from './line-locks.ts'

export type ExternalOptions = {
  url: string
  username?: string | undefined
  password?: string | undefined
  databaseUrl: string
  log: (error: unknown) => void
}

/** A persistent session at the broker. Once ended, it is not opened again. */
type Line = { end(): Promise<void> }

const againMs = 1_000

/**
 * An external broker, such as Mosquitto, which logs the machines in by the list that `ops machine passwords`
 * prints.
 *
 * Each kind of message has a line: a persistent session at the broker. It keeps messages while no gateway is
 * connected, and delivers the next one after the last was acknowledged, which is after it was stored. Gateways
 * share the lines by locks, one gateway per line. (A shared subscription would be simpler, but Mosquitto forgets it
 * on restart, and loses all messages until a gateway subscribes again.)
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
  // A line reads nothing while a message is being stored, not even acknowledgements. So the gateway sends over a
  // connection of its own.
  const speaking = await connectAsync(url, { ...common, clean: true })
  speaking.on('error', log)

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

  function listen(name: UpName): Line {
    let isOver = false
    const client = connect(url, {
      ...common,
      clientId: `slotwise-${name}`,
      clean: false,
      properties: { sessionExpiryInterval: 7 * 24 * 3_600 },
    })
    client.on('error', log)
    // Set before connecting, because the broker delivers kept messages at once and they must be acknowledged.
    client.handleMessage = (packet, done) => {
      callbackify(() => handle(attendant, packet))((error: Error | null) => {
        if (!error) return done()
        if (isOver) return
        log(error)
        // Not acknowledged, so the broker delivers it again with the next connection; after a pause, to avoid a
        // busy loop. The connection is cut, because a graceful end would wait for the message that it holds back.
        setTimeout(() => isOver || client.stream.destroy(), againMs)
      })
    }
    // Retained statuses are delivered once per subscription, not with every connection.
    client.on('connect', () => client.subscribe(upTopicOfAll(name), { qos: 1, rh: 1 }))
    return {
      async end() {
        isOver = true
        // Forced, because a graceful end would wait for a message that the line holds back.
        await client.endAsync(true)
      },
    }
  }

  return {
    reaches: () => speaking.connected,
    present: () => [],
    // The external broker itself keeps only one connection per machine.
    drop() {},
    async send(sn, name, text) {
      await speaking.publishAsync(downTopic(sn, name), text, { qos: 1, retain: isRetained(name) })
    },
    async close() {
      await Promise.all([...lines.values()].map((line) => line.end()))
      await speaking.endAsync(true)
      await locks.release()
    },
  }
}

async function handle(attendant: Attendant, { topic, payload }: IPublishPacket): Promise<void> {
  const parsed = parseUpTopic(topic)
  if (!parsed) return attendant.refuse('foreign topic')
  if (payload.length > maxPayloadBytes) return attendant.refuse('too large', parsed.sn)
  await attendant.take({ ...parsed, payload: payload as Buffer }, () => true)
}
