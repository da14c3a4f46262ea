/**
 * Measures getArea through the whole server, beside a bare Fastify route that runs the same SQL statements over the
 * same driver. Both run in this process, in turns; the ratio shows the cost of the product's own layers.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'

import { regionCalls } from '@slotwise/contract'
import Fastify from 'fastify'
import pg from 'pg'

import type { Figures, Load } from './load.ts'
import { startBenchServer } from './server.ts'

const rounds = 3
const seconds = 4
const connections = 16

type Statement = { name?: string; text: string; values: unknown[] }

/** Records every statement that passes through the driver while `work` runs. */
async function recorded(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: [string | Statement, unknown[]?]) {
    const [first, values = []] = args
    statements.push(typeof first === 'string' ? { text: first, values } : first)
    return Reflect.apply(original, this, args)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return statements
}

async function measure(load: Load): Promise<Figures> {
  const child = fork(new URL('load.ts', import.meta.url))
  child.send(load)
  const [figures] = (await once(child, 'message')) as [Figures]
  child.kill()
  return figures
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export async function benchApi(): Promise<void> {
  const server = await startBenchServer()
  const { address: ours, headers, databaseUrl: url } = server
  const body = JSON.stringify({ pageNum: 1, pageSize: 10, condition: {} })
  const call = () =>
    fetch(ours + regionCalls.getArea.path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  await call()
  const statements = await recorded(async () => void (await call()))
  const lists = statements.filter(({ text }) => /from "area"/.test(text))

  const pool = new pg.Pool({ connectionString: url, max: 20 })
  const bare = Fastify()
  for (const [path, replayed] of [
    ['/same', statements],
    ['/lists', lists],
  ] as const) {
    bare.post(path, async () => {
      const client = await pool.connect()
      try {
        const answers = []
        for (const statement of replayed) answers.push((await client.query(statement)).rows)
        return { rcode: 0, msg: '', result: answers.at(-2) }
      } finally {
        client.release()
      }
    })
  }
  const reference = await bare.listen({ host: '127.0.0.1', port: 0 })

  const targets = {
    getArea: ours + regionCalls.getArea.path,
    'bare, same statements': `${reference}/same`,
    'bare, the two lists only': `${reference}/lists`,
  }
  const figures: Record<string, Figures[]> = {}
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      const one = await measure({
        url: target,
        headers,
        body,
        connections,
        seconds: round === 0 ? 1 : seconds,
      })
      if (one.failed > 0) throw new Error(`${name}: ${one.failed} requests failed`)
      if (round > 0) (figures[name] ??= []).push(one)
    }
  }
  const speed = (name: string) => median((figures[name] ?? []).map(({ perSecond }) => perSecond))
  console.log(
    `getArea: ${statements.length} statements a call, ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
  )
  for (const [name, all] of Object.entries(figures)) {
    const ratio = speed('getArea') / speed(name)
    console.log(
      `${name.padEnd(26)} ${speed(name).toFixed(0).padStart(6)} calls/s   p95 ${median(all.map(({ p95 }) => p95)).toFixed(1)} ms   ours/this ${ratio.toFixed(2)}`,
    )
  }
  await bare.close()
  await pool.end()
  await server.close()
}
