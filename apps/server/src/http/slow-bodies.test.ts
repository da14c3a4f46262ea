import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { accountCalls, mediaCalls } from '@slotwise/contract'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeMerchant } from '../../test/factories.ts'

const app = await testApp()
await app.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.app.server.address() as AddressInfo
const accepted: Socket[] = []
app.app.server.on('connection', (socket: Socket) => accepted.push(socket))

async function begin(path: string, headers: Record<string, string>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const head = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  return socket
}

/** The last one, because a closed connection may have had the same port. */
const received = (socket: Socket): number =>
  accepted.findLast(({ remotePort }) => remotePort === socket.localPort)?.bytesRead ?? 0

test('bodies that trickle in are all cut and answered with 408, whatever the call', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '500' }
  const paths = [accountCalls.login.path, accountCalls.me.path, '/p/v1/unknown']
  const slow = await Promise.all(
    Array.from({ length: 60 }, (_, i) => begin(paths[i % paths.length] ?? '', headers)),
  )
  const answers = slow.map((socket) => text(socket))
  for (const socket of slow) socket.write('{')
  for (const socket of slow) await expect.poll(() => received(socket)).toBeGreaterThan(80)
  app.clock.advance(11)
  for (const answer of answers) {
    const [head = '', body = ''] = (await answer).split('\r\n\r\n')
    expect(head).toContain('HTTP/1.1 408')
    expect(JSON.parse(body)).toMatchObject({ rcode: 100, result: null })
  }
})

test.each([
  ['of a picture without a session', mediaCalls.uploadImg.path, 'image/png'],
  ['of a type that is not read', accountCalls.login.path, 'text/plain'],
])('a body %s is refused before it has come, and cut all the same', async (_what, path, type) => {
  const socket = await begin(path, { 'content-type': type, 'content-length': '500' })
  const answer = text(socket)
  socket.write('{')
  await expect.poll(() => received(socket)).toBeGreaterThan(80)
  app.clock.advance(31)
  expect(await answer).toMatch(/^HTTP\/1.1 (200|415)/)
})

test('a body to an address that cannot be read ends its connection at once', async () => {
  const socket = await begin('/%zz', { 'content-type': 'application/json', 'content-length': '500' })
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400/)
})

test('a picture of 4 MB over a slow line arrives', async () => {
  const { token, secret } = await makeMerchant(app)
  const size = 4_000_000
  const socket = await begin(mediaCalls.uploadImg.path, {
    'content-type': 'image/png',
    'content-length': String(size),
    'x-access-token': token,
    'x-access-secret': secret,
    connection: 'close',
  })
  const answer = text(socket)
  const part = Buffer.alloc(100_000)
  for (let sent = part.length; sent < size; sent += part.length) {
    socket.write(part)
    await expect.poll(() => received(socket)).toBeGreaterThan(sent)
    app.clock.advance(4)
  }
  socket.write(part)
  // It has come to its handler, which finds no picture in it.
  expect(await answer).toContain('HTTP/1.1 200')
})

test('the head of a request has a deadline, too', () => {
  expect(app.app.server.headersTimeout).toBe(20_000)
  expect(app.app.server.requestTimeout).toBe(180_000)
})
