import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'

const app = await testApp({ devInbox: true, trustProxy: 1 })

test.each(['/dev/inbox', '/dev/inbox.json'])('%s shows codes to this computer alone', async (url) => {
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.app.inject({ url, remoteAddress, headers })).statusCode
  expect(await status('127.0.0.1')).toBe(200)
  expect(await status('::1')).toBe(200)
  expect(await status('10.0.0.9')).toBe(404)
  // A proxy on this computer passes on requests of others.
  expect(await status('127.0.0.1', { 'x-forwarded-for': '10.0.0.9' })).toBe(404)
  expect(await status('127.0.0.1', { forwarded: 'for=10.0.0.9' })).toBe(404)
  for (const name of ['x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'])
    expect(await status('127.0.0.1', { [name]: 'x' }), name).toBe(404)
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080'])
    expect(await status('127.0.0.1', { host })).toBe(200)
  // The owner of a web page can let its name point to this computer, and would then read the codes.
  for (const host of ['rebound.example:8080', 'localhost.rebound.example', '127.0.0.1.rebound.example'])
    expect(await status('127.0.0.1', { host }), host).toBe(404)
})

test('a request by HTTP/1.0, as of a plain proxy on this computer, gets no codes', async () => {
  const answering = await testApp({ devInbox: true })
  await answering.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = answering.app.server.address() as AddressInfo
  const firstLine = async (version: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET /dev/inbox.json HTTP/${version}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    )
    return (await text(socket)).split('\r\n')[0] ?? ''
  }
  expect(await firstLine('1.1')).toBe('HTTP/1.1 200 OK')
  expect(await firstLine('1.0')).toBe('HTTP/1.1 404 Not Found')
})
