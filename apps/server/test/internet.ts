/** Servers of other companies for tests: every name leads to a public address, and from there to a server of the test. */
import { afterEach } from 'vitest'

import {
  type VendorAnswer,
  type VendorRequest,
  type VendorServer,
  vendorServer,
} from '../src/ports/sms/testing/vendor-server.ts'
import type { TestApp } from './app.ts'

export const publicAddress = { address: '93.184.216.34', family: 4 } as const

/** Chooses an answer by the number of the request, from 1 on, and by the request. */
export type Answering = (n: number, request: VendorRequest) => VendorAnswer

type StartServer = (answer: Answering, more?: { timeoutMs?: number }) => Promise<VendorServer>

/** Returns a function that starts such a server. Servers end with the test that started them. */
export function internetOf(app: TestApp): StartServer {
  const servers: VendorServer[] = []
  afterEach(async () => {
    delete app.deps.outgoing
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })
  return async (answer, more = {}) => {
    let n = 0
    const server = await vendorServer((request) => answer((n += 1), request))
    servers.push(server)
    app.deps.outgoing = {
      baseUrl: server.baseUrl,
      resolve: async () => [publicAddress],
      ...more,
    }
    return server
  }
}
