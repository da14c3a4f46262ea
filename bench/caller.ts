/** A client of the server in a thread of its own, so that its work does not delay the server that it measures. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { Call } from '@slotwise/contract'

import type { BenchServer } from './server.ts'
import { medianOfRounds } from './timing.ts'

export type Question = { row: Call; input: object }
/** Asks all questions at once or in turn, so many times. */
export type Ask = { questions: { path: string; input: object }[]; times: number; inTurn: boolean }

type Options = { times?: number; inTurn?: boolean }

export type Caller = {
  /** How long each of several runs of the questions takes. */
  timesOf(questions: readonly Question[], options?: Options): Promise<number[]>
  /** The median of rounds, each the median of its runs. */
  time(rounds: number, calls: number, questions: readonly Question[]): Promise<number>
  close(): Promise<unknown>
}

export function startCaller({ address, headers }: BenchServer): Caller {
  const thread = new Worker(new URL('caller-thread.ts', import.meta.url), {
    workerData: { address, headers },
  })
  async function timesOf(
    questions: readonly Question[],
    { times = 1, inTurn = false }: Options = {},
  ): Promise<number[]> {
    const asked = questions.map(({ row, input }) => ({ path: row.path, input }))
    const answered = once(thread, 'message')
    thread.postMessage({ questions: asked, times, inTurn } satisfies Ask, [])
    const [{ took, error }] = (await answered) as [{ took?: number[]; error?: string }]
    if (!took) throw new Error(error)
    return took
  }
  return {
    timesOf,
    time: (rounds, calls, questions) => medianOfRounds(rounds, () => timesOf(questions, { times: calls })),
    close: () => thread.terminate(),
  }
}
