import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { onTestFinished } from 'vitest'

/** A line to the database that can be silenced: connections stay open and nothing passes. */
export async function openLine(databaseUrl: string): Promise<{ url: string; silence(on: boolean): void }> {
  const target = new URL(databaseUrl)
  const ends: [Socket, Socket][] = []
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const end of [near, far]) end.on('error', () => {})
    near.pipe(far).pipe(near)
    ends.push([near, far])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const end of ends.flat()) end.destroy()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence: (on) => ends.flat().forEach((end) => (on ? end.pause() : end.resume())),
  }
}
