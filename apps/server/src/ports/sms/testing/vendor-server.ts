import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type VendorRequest = {
  method: string
  path: string
  query: string
  headers: IncomingHttpHeaders
  body: string
}

/** `'silence'` never answers, `'hang up'` closes the connection. */
export type VendorAnswer =
  | { status: number; headers?: Record<string, string>; body: string }
  | 'silence'
  | 'hang up'

export type VendorServer = { baseUrl: string; requests: VendorRequest[]; close(): Promise<void> }

/** A vendor on the loopback interface that gives the chosen answers and records the requests. */
export async function vendorServer(answer: (request: VendorRequest) => VendorAnswer): Promise<VendorServer> {
  const requests: VendorRequest[] = []
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const [path = '', query = ''] = (incoming.url ?? '').split('?')
      const request = { method: incoming.method ?? '', path, query, headers: incoming.headers, body }
      requests.push(request)
      const reply = answer(request)
      if (reply === 'silence') return
      if (reply === 'hang up') {
        incoming.socket.destroy()
        return
      }
      outgoing
        .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
        .end(reply.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
