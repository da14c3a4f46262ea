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

/** A lasting session at the broker. Ended, it never comes back. */
type Line = { end(): Promise<void> }

const againMs = 1_000

/**
 * A broker of somebody's own, such as Mosquitto, which logs the machines in by the list that `ops machine passwords`
 * prints.
 *
 * Each kind of message has a line: a lasting session at the broker, which keeps for it what comes while nobody
 * listens, and gives the next message out when the last is acknowledged, which is when it is stored. Gateways share the
 * lines by locks, one gateway a line. (A shared subscription would be simpler, but Mosquitto forgets it when it starts
 * anew, and with it all that machines say until somebody subscribes again.)
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
  // A line reads nothing while a message is being stored, not even acknowledgements: so what we say ourselves goes by
  // a connection of its own.
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
    // Set before it is connected: what was kept for us comes at once, and is ours to acknowledge.
    client.handleMessage = (packet, done) => {
      callbackify(() => handle(attendant, packet))((error: Error | null) => {
        if (!error) return done()
        if (isOver) return
        log(error)
        // Not acknowledged, so it comes again with the next connection; not at once, or we would do nothing else. The
        // connection is cut: it holds the message back, and would wait for itself to end in good order.
        setTimeout(() => isOver || client.stream.destroy(), againMs)
      })
    }
    // Statuses that the broker keeps for newcomers are told once, not with every connection.
    client.on('connect', () => client.subscribe(upTopicOfAll(name), { qos: 1, rh: 1 }))
    return {
      async end() {
        isOver = true
        // Not in good order: a line that holds a message back would wait for it.
        await client.endAsync(true)
      },
    }
  }

  return {
    reaches: () => speaking.connected,
    present: () => [],
    // It keeps one connection of each by itself.
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
  await attendant.take({ ...parsed, text: payload.toString() })
}
