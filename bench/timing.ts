/** Asking the server, and how long it takes. */
import type { Call } from '@slotwise/contract'

import type { BenchServer } from './server.ts'

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

export const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

/** The time that 95 of 100 do not exceed. */
export const p95 = (values: readonly number[]): number =>
  sorted(values)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN

export async function ask(server: BenchServer, row: Call, input: object): Promise<void> {
  const answer = await fetch(server.address + row.path, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const { rcode, msg } = (await answer.json()) as { rcode: number; msg: string }
  if (rcode !== 0) throw new Error(`${row.path} answered ${rcode} ${msg}`)
}

/** How long each of several runs takes. */
export async function timesOf(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < runs; i += 1) {
    const begun = performance.now()
    await work()
    took.push(performance.now() - begun)
  }
  return took
}

/** The median of rounds, each the median of its calls. */
export async function time(rounds: number, calls: number, work: () => Promise<unknown>): Promise<number> {
  const medians: number[] = []
  for (let round = 0; round < rounds; round += 1) medians.push(median(await timesOf(calls, work)))
  return median(medians)
}
