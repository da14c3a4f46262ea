/** Sends one request repeatedly, from a process of its own, so that it does not share the server's thread. */
import { Agent, request } from 'node:http'

export type Load = {
  url: string
  headers: Record<string, string>
  body: string
  connections: number
  seconds: number
}
export type Figures = { perSecond: number; p50: number; p95: number; failed: number }

async function run({ url, headers, body, connections, seconds }: Load): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let failed = 0
  const once = () =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const sent = request(
        url,
        { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
        (response) => {
          let text = ''
          response.on('data', (piece: Buffer) => (text += piece.toString()))
          response.on('end', () => {
            if (response.statusCode !== 200 || !text.includes('"rcode":0')) failed += 1
            times.push(performance.now() - began)
            resolve()
          })
        },
      )
      sent.on('error', () => {
        failed += 1
        resolve()
      })
      sent.end(body)
    })
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) await once()
    }),
  )
  const elapsed = (performance.now() - began) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  agent.destroy()
  return { perSecond: times.length / elapsed, p50: at(0.5), p95: at(0.95), failed }
}

process.on('message', (load: Load) => {
  void run(load).then((figures) => process.send?.(figures))
})
