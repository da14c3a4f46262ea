import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/**
 * Browsers open connections in advance. As long as nothing was asked on one, closing would wait for it, for up to a
 * minute; so these are dropped when the server stops, and no new ones are taken.
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
