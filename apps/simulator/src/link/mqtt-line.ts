/**
 * A line over MQTT 3.1.1. Each connection is a new client, because will and secret may have changed since the last one,
 * and because the machine, not the client, decides what to repeat. Pauses between attempts grow and are random, so that
 * a thousand disconnected machines do not return in the same second.
 */
import { downFilter, downNames, downTopic, encode, upTopic } from '@slotwise/machine-protocol'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'

import type { Schedule } from '../machine/life.ts'
import type { Login, Subscriber } from '../machine/machine.ts'
import { between, type Random } from '../random.ts'
import type { Line, OpenLine } from './line.ts'

const second = 1_000

/** Pauses double from the first to the longest value: after a broken connection, and after a refused login. */
const pauses = {
  broken: [1 * second, 60 * second],
  refused: [10 * second, 300 * second],
} as const

/** After a connection that lasted this long, the next pause is short again. */
const steadyMs = 10 * second

/** How long a disconnecting machine waits for the last acknowledgements. */
const farewellMs = 2 * second

/** The return codes of a refused login, and those for a wrong name or secret. */
const refusals: ReadonlySet<unknown> = new Set([1, 2, 3, 4, 5])
const wrongSecret: ReadonlySet<unknown> = new Set([4, 5])

export type MqttLineOptions = {
  url: string
  random: Random
  schedule: Schedule
  now(): number
  /** Called once, when the broker refuses the secret. */
  refused?(sn: string): void
}

export function mqttLine({ url, random, schedule, now, refused }: MqttLineOptions): OpenLine {
  return (subscriber) => {
    let client: MqttClient | undefined
    let connectedAt: number | undefined
    let wanted = false
    let trouble: keyof typeof pauses = 'broken'
    let failures = 0
    let complained = false
    let stopRedial: () => void = () => {}
    let over = Promise.resolve()

    function dial(): void {
      stopRedial()
      wanted = true
      if (client) return
      const login = subscriber.login()
      const current = connect(url, connectOptions(login))
      client = current
      const isCurrent = (): boolean => client === current
      current.on('connect', () => {
        current.subscribe(downFilter(login.sn), { qos: 1 }, (error, granted) => {
          if (!isCurrent()) return
          if (error || granted?.some(({ qos }) => qos > 2)) return void current.end(true)
          connectedAt = now()
          meet('broken')
          subscriber.connected()
        })
      })
      current.on('message', (topic, payload) => {
        const name = downNames.find((one) => downTopic(login.sn, one) === topic)
        if (name && isCurrent()) subscriber.receive(name, payload.toString())
      })
      current.on('error', (error) => {
        const { code } = error as { code?: unknown }
        if (!isCurrent() || !refusals.has(code)) return
        meet('refused')
        if (wrongSecret.has(code)) turnedAway(subscriber, login)
      })
      current.on('close', () => {
        if (!isCurrent()) return
        lost()
        if (wanted) redial()
      })
    }

    /** The pauses start again from the first when the kind of trouble changes. */
    function meet(met: typeof trouble): void {
      if (met !== trouble) failures = 0
      trouble = met
    }

    function turnedAway(machine: Subscriber, { sn }: Login): void {
      machine.refused()
      if (!complained) refused?.(sn)
      complained = true
    }

    /** Drops the current connection, which has ended or is about to. */
    function lost(): MqttClient | undefined {
      const last = client
      client = undefined
      if (connectedAt !== undefined && now() - connectedAt >= steadyMs) failures = 0
      connectedAt = undefined
      last?.end(true)
      subscriber.disconnected()
      return last
    }

    function redial(): void {
      const [first, longest] = pauses[trouble]
      const pause = Math.min(longest, first * 2 ** failures)
      failures += 1
      stopRedial = schedule(between(random, [pause, pause * 1.5]), dial)
    }

    const line: Line = {
      dial,
      send(name, envelope, { qos, retain }) {
        const current = client
        if (connectedAt === undefined || !current) return
        current.publish(upTopic(envelope.sn, name), encode(envelope), { qos, retain }, (error) => {
          if (qos === 1 && !error) subscriber.delivered(envelope.mid)
        })
      },
      publish(topic, payload) {
        if (connectedAt !== undefined) client?.publish(topic, payload, { qos: 1 })
      },
      hangUp() {
        wanted = false
        stopRedial()
        const leaving = client
        if (!leaving) return
        client = undefined
        connectedAt = undefined
        failures = 0
        over = farewell(leaving, schedule)
      },
      cut() {
        wanted = false
        stopRedial()
        if (client) lost()
      },
      drop() {
        if (!client) return
        lost()
        redial()
      },
      closed: () => over,
    }
    return line
  }
}

const connectOptions = ({ sn, secret, will }: Login): IClientOptions => ({
  clientId: sn,
  username: sn,
  password: secret,
  protocolVersion: 4,
  clean: true,
  keepalive: 60,
  reconnectPeriod: 0,
  connectTimeout: 30 * second,
  resubscribe: false,
  queueQoSZero: false,
  // The cache of all numbers up to 65,535 would take 7 MB.
  writeCache: false,
  will: { topic: upTopic(sn, 'status'), payload: Buffer.from(encode(will)), qos: 1, retain: true },
})

/** Ends the client after the last acknowledgement, or after a time limit without it. */
function farewell(client: MqttClient, schedule: Schedule): Promise<void> {
  return new Promise((resolve) => {
    const stop = schedule(farewellMs, () => {
      client.end(true)
      resolve()
    })
    client.end(false, () => {
      stop()
      resolve()
    })
  })
}
