/** Minimal MQTT over bare sockets: cheap enough to load any broker from the other core. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Login = { sn: string; secret: string }

function packet(type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length: number[] = []
  let rest = body.length
  do {
    const more = rest >= 128 ? 128 : 0
    length.push((rest % 128) | more)
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from([type, ...length]), body])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const connectPacket = ({ sn, secret }: Login): Buffer =>
  packet(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, 120]), text(sn), text(sn), text(secret))

/** A message with QoS 1. */
export const publishPacket = (topic: string, id: number, payload: string): Buffer =>
  packet(0x32, text(topic), Buffer.from([id >> 8, id & 0xff]), Buffer.from(payload))

function heartbeat(sn: string): Buffer {
  const data = { rssi: -61, net: '4g', app: '2.4.1', android: '11', uptime: 86_400 }
  const body = { v: 1, sn, mid: '412-1', seq: 1, ts: 1_760_000_000_000, type: 'heartbeat', data }
  return publishPacket(`vm/v1/${sn}/up/heartbeat`, 1, JSON.stringify(body))
}

/** Logs in and waits for the acknowledgement. */
export function open(port: number, login: Login): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(connectPacket(login)))
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.once('data', (answer: Buffer) =>
      answer[0] === 0x20 && answer[3] === 0 ? resolve(socket) : reject(new Error('refused')),
    )
  })
}

/** Opens many connections, some at a time. */
export async function openAll(port: number, logins: readonly Login[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let at = 0; at < logins.length; at += 100)
    sockets.push(...(await Promise.all(logins.slice(at, at + 100).map((login) => open(port, login)))))
  return sockets
}

/** Sends heartbeats with QoS 1, so many in flight on each connection; returns how many are acknowledged per second. */
export async function acknowledgedPerSecond(
  port: number,
  logins: readonly Login[],
  { inFlight, seconds }: { inFlight: number; seconds: number },
): Promise<number> {
  const sockets = await openAll(port, logins)
  let acknowledged = 0
  for (const [i, socket] of sockets.entries()) {
    const beat = heartbeat(logins[i]?.sn ?? '')
    socket.on('data', (chunk: Buffer) => {
      // Each acknowledgement has four bytes, and nothing else is received.
      const count = Math.round(chunk.length / 4)
      acknowledged += count
      if (!socket.destroyed) socket.write(Buffer.concat(Array.from({ length: count }, () => beat)))
    })
    socket.on('error', () => {})
    socket.write(Buffer.concat(Array.from({ length: inFlight }, () => beat)))
  }
  await delay(1_000)
  const [before, began] = [acknowledged, performance.now()]
  await delay(seconds * 1000)
  const rate = (acknowledged - before) / ((performance.now() - began) / 1000)
  for (const socket of sockets) socket.destroy()
  return rate
}
