/**
 * Measures a report of a million deals, in both formats, while calls are answered by the same process, as `npm start`
 * runs it: rows a second beside a bare COPY of the same bills, memory above idle, and how long the event loop was
 * blocked. `--deals 50000` makes a smaller one.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { accountCalls, addDays, type ExportFormat, type Job, jobCalls, reportCalls } from '@slotwise/contract'
import pg from 'pg'

import { startWorker } from '../apps/server/src/worker/worker.ts'
import { days, loadBills } from './bill-load.ts'
import { type Caller, startCaller } from './caller.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { median, p95 } from './timing.ts'

const promised = { seconds: 20, megabytes: 200, lagMs: 20 }
const callEveryMs = 50
const dayMs = 86_400_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const megabytes = (bytes: number): number => bytes / 1_048_576

async function resultOf<Result>(server: BenchServer, path: string, input: object): Promise<Result> {
  const answer = await fetch(server.address + path, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const { rcode, msg, result } = (await answer.json()) as { rcode: number; msg: string; result: Result }
  if (rcode !== 0) throw new Error(`${path} answered ${rcode} ${msg}`)
  return result
}

/** Samples the memory of this process until it is stopped. */
function watchMemory(): { stop(): number } {
  let peak = 0
  const sample = (): void => void (peak = Math.max(peak, process.memoryUsage.rss()))
  const timer = setInterval(sample, 20)
  return {
    stop() {
      sample()
      clearInterval(timer)
      return peak
    },
  }
}

const within = (value: number, most: number): string => (value <= most ? '' : `   above ${most}`)

async function measure(
  server: BenchServer,
  caller: Caller,
  format: ExportFormat,
  condition: { from: string; to: string },
  bare: number,
): Promise<void> {
  const call = [{ row: accountCalls.me, input: {} }]
  const idleCall = median(await caller.timesOf(call, { times: 40 }))
  collectGarbage()
  await delay(500)
  collectGarbage()
  const idle = process.memoryUsage.rss()
  const memory = watchMemory()
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const order = { data_scale: 'bill', data_precision: 'deal', locale: 'zh-CN', format, condition }
  const before = process.cpuUsage()
  const begun = performance.now()
  const { job } = await resultOf<{ job: string }>(server, reportCalls.report.path, order)
  const calls: number[] = []
  let state: Job
  do {
    calls.push(...(await caller.timesOf(call)))
    await delay(callEveryMs)
    state = await resultOf<Job>(server, jobCalls.getJob.path, { job })
  } while (state.state === 'waiting' || state.state === 'running')
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(before)
  lag.disable()
  const peak = megabytes(memory.stop() - idle)
  if (state.state !== 'done') throw new Error(`the report failed: ${state.error}`)
  // The monitor counts its own interval of 5 ms.
  const [worst, usual] = [lag.max / 1e6 - 5, lag.percentile(99) / 1e6 - 5]
  const rate = state.progress / seconds
  const busy = (user + system) / 1e6
  console.log(
    `${format}: ${state.progress} deals in ${seconds.toFixed(1)} s (${busy.toFixed(1)} s of processor time)${within(seconds, promised.seconds)}`,
  )
  console.log(
    `  ${rate.toFixed(0)} rows a second, ${(rate / bare).toFixed(2)} of a bare COPY (${bare.toFixed(0)})`,
  )
  console.log(
    `  memory: ${peak.toFixed(0)} MB above idle (${megabytes(idle).toFixed(0)} MB)${within(peak, promised.megabytes)}`,
  )
  console.log(
    `  event loop: lag p99 ${usual.toFixed(1)} ms${within(usual, promised.lagMs)}, longest ${worst.toFixed(1)} ms`,
  )
  console.log(
    `  calls meanwhile: median ${median(calls).toFixed(1)} ms, p95 ${p95(calls).toFixed(1)} ms; idle ${idleCall.toFixed(1)} ms`,
  )
}

export async function benchReport(args: readonly string[] = []): Promise<void> {
  const deals = args[0] === '--deals' ? Number(args[1]) : 1_000_000
  const newest = new Date(Math.floor(Date.now() / dayMs) * dayMs - dayMs)
  const server = await startBenchServer({ withSales: false })
  const client = new pg.Client({ connectionString: server.databaseUrl })
  try {
    const tenant = await loadBills(server, deals, newest)
    await client.connect()
    const copy = `copy (select * from bill where tenant_id = ${tenant} order by create_at desc, orderno desc) to '/dev/null'`
    await client.query(copy)
    const begun = performance.now()
    const { rowCount } = await client.query(copy)
    const bare = (rowCount ?? 0) / ((performance.now() - begun) / 1000)
    const to = newest.toISOString().slice(0, 10)
    const condition = { from: addDays(to, -days), to: addDays(to, 1) }
    const worker = await startWorker(server.deps)
    const caller = startCaller(server)
    for (const format of ['xlsx', 'csv'] as const) await measure(server, caller, format, condition, bare)
    await caller.close()
    await worker.stop()
  } finally {
    await client.end()
    await server.close()
  }
}
