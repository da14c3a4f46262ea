/** The thread of `caller.ts`: asks the server, and says how long each round of questions took. */
import { parentPort, workerData } from 'node:worker_threads'

import type { Ask } from './caller.ts'

const { address, headers } = workerData as { address: string; headers: Record<string, string> }

async function post({ path, input }: Ask['questions'][number]): Promise<void> {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const { rcode, msg } = (await answer.json()) as { rcode: number; msg: string }
  if (rcode !== 0) throw new Error(`${path} answered ${rcode} ${msg}`)
}

async function timesOf({ questions, times, inTurn }: Ask): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const begun = performance.now()
    if (inTurn) for (const question of questions) await post(question)
    else await Promise.all(questions.map(post))
    took.push(performance.now() - begun)
  }
  return took
}

parentPort?.on('message', (ask: Ask) => {
  timesOf(ask).then(
    (took) => parentPort?.postMessage({ took }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  )
})
