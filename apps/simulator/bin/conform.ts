/**
 * The conformance run for makers of machines: `npm run simulate -- --conform SN`, or packed into one file by
 * `npm run pack:conform`, which they get without the repository.
 */
import { createInterface } from 'node:readline/promises'

import { conformUsage, type ConformOptions, readConformOptions } from '../src/conform/options.ts'
import { openMqttPort } from '../src/conform/mqtt-port.ts'
import { type Ask, lineOf, runConformance } from '../src/conform/run.ts'
import { makeTestServer } from '../src/conform/test-server.ts'
import { realTime } from '../src/timers.ts'

const answers: Readonly<Record<string, 'holds' | 'fails'>> = { y: 'holds', n: 'fails' }

/** Asks the person at the machine; anything but y and n skips the line. */
function makeAsk(isWanted: boolean): { ask: Ask; close(): void } {
  if (!isWanted || !process.stdin.isTTY) return { ask: () => Promise.resolve(undefined), close() {} }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  return {
    async ask(id, text) {
      const answer = await terminal.question(`${id} ${text}\n     Does it hold? y, n, or Enter to skip: `)
      return answers[answer.trim().toLowerCase()]
    },
    close: () => terminal.close(),
  }
}

async function conform(options: ConformOptions): Promise<boolean> {
  const { sn, type, only, long, questions } = options
  const server = makeTestServer(sn, { now: Date.now, schedule: realTime })
  const port = await openMqttPort(server, options)
  const { ask, close } = makeAsk(questions)
  console.log(`waiting for machine ${sn} at ${options.host}:${port.port}`)
  try {
    const findings = await runConformance({
      bench: { server, type, limit: (ms) => ms },
      ask,
      long,
      ...(only ? { only } : {}),
      found: (finding) => console.log(lineOf(finding)),
    })
    const count = (verdict: string): number => findings.filter((one) => one.verdict === verdict).length
    console.log(`${count('holds')} hold, ${count('fails')} fail, ${count('not checked')} not checked`)
    return count('fails') === 0
  } finally {
    close()
    await port.close()
  }
}

try {
  const options = readConformOptions(process.argv.slice(2))
  if (options === 'help') console.log(conformUsage)
  else if (!(await conform(options))) process.exitCode = 1
} catch (error) {
  console.error(`conform: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
  process.exitCode = 1
}
