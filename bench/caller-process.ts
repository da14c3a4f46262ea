/** The process of `caller.ts`: asks the server, and says how long each round of questions took. */
import type { Answer, Ask } from './caller.ts'

const { address, headers } = JSON.parse(process.argv[2] ?? '') as {
  address: string
  headers: Record<string, string>
}

async function post({ path, input }: Ask['questions'][number]): Promise<void> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const { rcode, msg } = (await response.json()) as { rcode: number; msg: string }
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

const answer = (result: Answer): unknown => process.send?.(result)

process.on('message', (ask: Ask) => {
  timesOf(ask).then(
    (took) => answer({ took }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
