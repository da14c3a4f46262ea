/**
 * A payment provider on the loopback interface. It checks each call as the original does, acts on books of its own, and
 * can be told to misbehave with the next call of a kind.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Operation = 'create' | 'query' | 'close' | 'refund' | 'queryRefund'

export type ProviderRequest = {
  method: string
  /** The path with its query. */
  target: string
  headers: IncomingHttpHeaders
  body: string
}

export type Answer = { status: number; content: object | undefined }

/** Without an effect first, then with it. */
export const faults = [
  'silence before effect',
  '500 before effect',
  'hang up before effect',
  'too many requests',
  'redirect',
  'silence after effect',
  '500 after effect',
  'hang up after effect',
  'refused by a proxy after effect',
  'refused in JSON by a proxy after effect',
  'refused by a vendor code without a signature after effect',
  'not JSON',
  'half an answer',
  'no signature',
  'wrong signature',
  'key of another',
  'stale time',
  'another order',
  'wrong amount',
  'wrong currency',
] as const
export type Fault = (typeof faults)[number]

/** What is wrong with the signature of an answer or of a notice. */
export type SignatureFault = 'no signature' | 'wrong signature' | 'key of another' | 'stale time'

type Rules = {
  operationOf(request: ProviderRequest): Operation | undefined
  /** How the original refuses a call that is not rightly signed; undefined when it is. */
  refuse(request: ProviderRequest): Answer | undefined
  act(operation: Operation, request: ProviderRequest): Answer
  /** A code of the original that says for certain that a refund was not done. */
  finalCode: string
  /** The headers that sign an answer. */
  sign(body: string, fault: SignatureFault | undefined): Record<string, string>
  /** The content of an answer that names another order, amount or currency. */
  falsify(content: object, fault: Fault): object
}

export type ProviderServer = {
  baseUrl: string
  requests: { operation: Operation; refused: boolean }[]
  /** Misbehaves with the next calls. Resolves when it has done so for the last of them. */
  misbehave(operation: Operation, fault: Fault, times?: number): Promise<void>
  /** Forgets faults that were not used. */
  behave(): void
  close(): Promise<void>
}

type Planned = { operation: Operation; fault: Fault; times: number; done(): void }

export async function providerServer(rules: Rules): Promise<ProviderServer> {
  const requests: ProviderServer['requests'] = []
  let planned: Planned[] = []

  function faultFor(operation: Operation): { fault: Fault | undefined; done(): void } {
    const plan = planned.find((one) => one.operation === operation)
    if (!plan) return { fault: undefined, done: () => {} }
    plan.times -= 1
    if (plan.times > 0) return { fault: plan.fault, done: () => {} }
    planned = planned.filter((one) => one !== plan)
    return plan
  }

  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const { method = '', url: target = '', headers } = incoming
      const request = { method, target, headers, body }
      const send = (status: number, sent: string, more: Record<string, string> = {}): void =>
        void outgoing.writeHead(status, { 'content-type': 'application/json', ...more }).end(sent)
      const operation = rules.operationOf(request)
      if (!operation) return send(404, '{}')
      const refusal = rules.refuse(request)
      requests.push({ operation, refused: refusal !== undefined })
      if (refusal) return send(refusal.status, JSON.stringify(refusal.content))
      const { fault, done } = faultFor(operation)
      // The fault is over once the answer is on its way, or will never be.
      setImmediate(done)
      if (fault === 'silence before effect') return
      if (fault === 'hang up before effect') return void incoming.socket.destroy()
      if (fault === '500 before effect') return send(500, '{"code":"SYSTEM_ERROR"}')
      if (fault === 'too many requests') return send(429, '{"code":"FREQUENCY_LIMITED"}')
      if (fault === 'redirect') return send(302, '', { location: '/elsewhere' })
      const { status, content } = rules.act(operation, request)
      if (fault === 'silence after effect') return
      if (fault === 'hang up after effect') return void incoming.socket.destroy()
      if (fault === '500 after effect') return send(500, '{"code":"SYSTEM_ERROR"}')
      if (fault === 'refused by a proxy after effect') return send(403, '')
      if (fault === 'refused in JSON by a proxy after effect') return send(403, '{"code":"FORBIDDEN"}')
      if (fault === 'refused by a vendor code without a signature after effect')
        return send(403, JSON.stringify({ code: rules.finalCode, message: 'no' }))
      if (fault === 'not JSON')
        return send(200, '<html>busy</html>', rules.sign('<html>busy</html>', undefined))
      const stated = content && fault ? rules.falsify(content, fault) : content
      const whole = stated === undefined ? '' : JSON.stringify(stated)
      const sent = fault === 'half an answer' ? whole.slice(0, whole.length / 2) : whole
      const spoiled = signatureFaults.find((one) => one === fault)
      // Half an answer is signed as a whole one.
      return send(status, sent, rules.sign(whole, spoiled))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    misbehave: (operation, fault, times = 1) =>
      new Promise((done) => void planned.push({ operation, fault, times, done })),
    behave() {
      planned = []
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export const signatureFaults: readonly SignatureFault[] = [
  'no signature',
  'wrong signature',
  'key of another',
  'stale time',
]
