import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/**
 * Browsers open connections in advance. Closing would wait up to a minute for those without a request, so they are
 * dropped when the server stops, and no new ones are accepted.
 */
export function dropUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let stopping = false
  app.server.on('connection', (socket: Socket) => {
    if (stopping) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of unused) socket.destroy()
  })
}
