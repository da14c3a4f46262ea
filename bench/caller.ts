/**
 * A client of the server in a process of its own, so that its work does not delay the server that it measures, and its
 * memory and processor time do not count as the server's.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'

import type { Call } from '@slotwise/contract'

import type { BenchServer } from './server.ts'
import { median, medianOfRounds } from './timing.ts'

export type Question = { row: Call; input: object }
/** Asks all questions at once or in turn, so many times. */
export type Ask = { questions: { path: string; input: object }[]; times: number; inTurn: boolean }

export type Answer = { took: number[]; error?: never } | { took?: never; error: string }

type Options = { times?: number; inTurn?: boolean }

export type Caller = {
  /** How long each of several runs of the questions takes. */
  timesOf(questions: readonly Question[], options?: Options): Promise<number[]>
  /** The median of rounds, each the median of its runs. */
  time(rounds: number, calls: number, questions: readonly Question[]): Promise<number>
  /** The same for questions and for a reference; their rounds alternate, so that both meet the same computer. */
  timeBeside(
    rounds: number,
    calls: number,
    questions: readonly Question[],
    reference: readonly Question[],
  ): Promise<{ took: number; reference: number }>
  close(): Promise<void>
}

export function startCaller({ address, headers }: BenchServer): Caller {
  const client = fork(new URL('caller-process.ts', import.meta.url), [JSON.stringify({ address, headers })])
  const ended = once(client, 'exit')
  async function timesOf(
    questions: readonly Question[],
    { times = 1, inTurn = false }: Options = {},
  ): Promise<number[]> {
    const asked = questions.map(({ row, input }) => ({ path: row.path, input }))
    const answered = once(client, 'message')
    client.send({ questions: asked, times, inTurn } satisfies Ask)
    const [{ took, error }] = (await answered) as [Answer]
    if (!took) throw new Error(error)
    return took
  }
  return {
    timesOf,
    time: (rounds, calls, questions) => medianOfRounds(rounds, () => timesOf(questions, { times: calls })),
    async timeBeside(rounds, calls, questions, reference) {
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        theirs.push(median(await timesOf(reference, { times: calls })))
        ours.push(median(await timesOf(questions, { times: calls })))
      }
      return { took: median(ours), reference: median(theirs) }
    },
    async close() {
      client.kill()
      await ended
    },
  }
}
