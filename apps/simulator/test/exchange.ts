/** A broker and a server in one, without a network: lines are function calls, and received messages are in a list. */
import {
  maxPayloadBytes,
  parseUpTopic,
  type DownMessage,
  type DownName,
  type Envelope,
  type UpMessage,
  type UpName,
} from '@slotwise/machine-protocol'

import type { Line, OpenLine } from '../src/link/line.ts'
import type { Subscriber } from '../src/machine/machine.ts'
import type { VirtualTime } from '../src/virtual-time.ts'

export type Heard = { name: UpName; envelope: Envelope; at: number }

export type Exchange = {
  open: OpenLine
  heard: Heard[]
  rubbish: { at: number; topic: string; payload: string }[]
  of<Name extends UpName>(name: Name): UpMessage<Name>[]
  tell<Name extends DownName>(sn: string, name: Name, data: DownMessage<Name>): void
}

const redialMs = 1_000

export function createExchange(time: VirtualTime): Exchange {
  const heard: Heard[] = []
  const rubbish: Exchange['rubbish'] = []
  const connected = new Map<string, Subscriber>()
  const now = (): number => Math.round(time.now())
  let seq = 0

  function tell<Name extends DownName>(sn: string, name: Name, data: DownMessage<Name>): void {
    seq += 1
    const envelope: Envelope = { v: 1, sn, mid: `d${seq}`, seq, ts: now(), type: name, data }
    connected.get(sn)?.receive(name, JSON.stringify(envelope))
  }

  function hear(name: UpName, envelope: Envelope): void {
    heard.push({ name, envelope, at: time.now() })
    const { sn, mid, data } = envelope
    if (name !== 'status' || (data as UpMessage<'status'>).state === 'offline') return
    tell(sn, 'time', { now: now(), mid })
    tell(sn, 'config', { rev: 1, settings: {} })
  }

  const open: OpenLine = (subscriber) => {
    let sn: string | undefined
    let stopRedial: () => void = () => {}

    const isUp = (): boolean => sn !== undefined && connected.get(sn) === subscriber
    function dial(): void {
      stopRedial()
      if (isUp()) return
      sn = subscriber.login().sn
      connected.set(sn, subscriber)
      subscriber.connected()
    }
    function cut(): void {
      stopRedial()
      if (!isUp() || sn === undefined) return
      connected.delete(sn)
      hear('status', structuredClone(subscriber.login().will))
      subscriber.disconnected()
    }
    function drop(): void {
      if (!isUp()) return
      cut()
      stopRedial = time.schedule(redialMs, dial)
    }
    const line: Line = {
      dial,
      cut,
      drop,
      hangUp() {
        stopRedial()
        if (sn !== undefined) connected.delete(sn)
      },
      send(name, envelope, { qos }) {
        if (!isUp()) return
        hear(name, structuredClone(envelope))
        if (qos === 1) subscriber.delivered(envelope.mid)
      },
      publish(topic, payload) {
        if (!isUp()) return
        rubbish.push({ at: time.now(), topic, payload })
        const allowed = parseUpTopic(topic)?.sn === sn && Buffer.byteLength(payload) <= maxPayloadBytes
        if (!allowed) drop()
      },
      closed: () => Promise.resolve(),
    }
    return line
  }

  return {
    open,
    heard,
    rubbish,
    tell,
    of: <Name extends UpName>(name: Name) =>
      heard.filter((one) => one.name === name).map(({ envelope }) => envelope.data as UpMessage<Name>),
  }
}
