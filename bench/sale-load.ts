/** Machines that send sales over bare sockets, ten on the way at a time, as the protocol says. */
import { upTopic } from '@slotwise/machine-protocol'

import { type Login, openAll, publishPacket } from './mqtt-load.ts'
import { price, slotsOfOne } from './sale-fleet.ts'

/** Payments that need no order: cash, and cards that the machine settles itself. */
const clients = ['coin', 'bill', 'coin', 'ezcard'] as const

/** The bytes of a PUBACK. */
const ackBytes = 4

let runs = 0

function saleOf(sn: string, run: number, number: number): string {
  const data = {
    saleId: `${sn}-${run}-${number}`,
    client: clients[number % clients.length],
    amount: price,
    items: [{ ch: 1 + (number % slotsOfOne), n: 1, ok: true }],
    result: 'delivered',
    tookMs: 3_100,
  }
  return JSON.stringify({
    v: 1,
    sn,
    mid: `${run}-${number}`,
    seq: number,
    ts: Date.now(),
    type: 'sale',
    data,
  })
}

/** Every machine sends so many sales. Resolves with the milliseconds until the broker has acknowledged all of them. */
export async function sendSales(
  port: number,
  logins: readonly Login[],
  { inFlight, salesOfOne }: { inFlight: number; salesOfOne: number },
): Promise<number> {
  const run = (runs += 1)
  const sockets = await openAll(port, logins)
  const began = performance.now()
  await Promise.all(
    sockets.map(
      (socket, index) =>
        new Promise<void>((resolve, reject) => {
          const { sn } = logins[index] as Login
          let sent = 0
          let bytes = 0
          const send = (count: number): void => {
            const packets: Buffer[] = []
            for (let i = 0; i < count && sent < salesOfOne; i += 1) {
              sent += 1
              packets.push(publishPacket(upTopic(sn, 'sale'), sent, saleOf(sn, run, sent)))
            }
            if (packets.length > 0) socket.write(Buffer.concat(packets))
          }
          socket.on('data', (chunk: Buffer) => {
            const before = Math.floor(bytes / ackBytes)
            bytes += chunk.length
            const acknowledged = Math.floor(bytes / ackBytes)
            send(acknowledged - before)
            if (acknowledged === salesOfOne) resolve()
          })
          socket.once('close', () => reject(new Error('a machine was disconnected')))
          send(inFlight)
        }),
    ),
  )
  const elapsed = performance.now() - began
  for (const socket of sockets) socket.destroy()
  return elapsed
}
