import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import type { MachineCredentials } from '../src/modules/machines/index.ts'

const program = new URL('../../simulator/bin/simulate.ts', import.meta.url)

const goodbyeMs = 3_000

/** Runs virtual machines in a thread of their own, because a process of their own would take 40 MB more. */
export function startVirtualMachines(
  credentials: readonly MachineCredentials[],
  {
    host,
    port,
    leave,
    broken,
    sales,
  }: { host: string; port: number; leave: number; broken: number; sales: string },
): { close(): Promise<void> } {
  const options = {
    url: `mqtt://${host}:${port}`,
    leave: String(leave),
    broken: String(broken),
    sales,
    credentials: '-',
  }
  const worker = new Worker(program, {
    argv: [
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      '--used',
      '--pay',
      '--quiet',
    ],
    stdin: true,
    // A small heap, because the virtual machines are not the purpose of this computer.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
  })
  const ended = once(worker, 'exit').catch(() => {})
  worker.on('error', (error: Error) => console.error(`the virtual machines have ended: ${error.message}`))
  worker.stdin?.end(JSON.stringify(credentials))
  return {
    async close() {
      worker.postMessage('stop', [])
      // Those that are just connecting may not be able to say goodbye.
      const patience = setTimeout(() => void worker.terminate(), goodbyeMs)
      await ended
      clearTimeout(patience)
    },
  }
}
