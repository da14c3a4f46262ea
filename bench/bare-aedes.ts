/** The reference: unmodified aedes in a process of its own. Prints its port. */
import { createServer } from 'node:net'

import { Aedes } from 'aedes'

const aedes = new Aedes()
await aedes.listen()
const server = createServer({ noDelay: true }, aedes.handle)
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address()
  console.log(`machines on port ${typeof address === 'object' && address ? address.port : 0}`)
})
