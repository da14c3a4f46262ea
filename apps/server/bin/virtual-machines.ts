import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { MachineCredentials } from '../src/modules/devices/index.ts'

const program = fileURLToPath(new URL('../../simulator/bin/simulate.ts', import.meta.url))

/** Virtual machines in a process of their own, for as long as this one lives. */
export function startVirtualMachines(
  credentials: readonly MachineCredentials[],
  { host, port, off, sales }: { host: string; port: number; off: number; sales: string },
): { close(): Promise<void> } {
  const options = [
    '--url',
    `mqtt://${host}:${port}`,
    '--off',
    String(off),
    '--sales',
    sales,
    '--used',
    '--quiet',
  ]
  const child = spawn(
    process.execPath,
    // Small and unhurried: it is not what this computer is for.
    ['--max-semi-space-size=1', program, '--credentials', '-', ...options],
    { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] },
  )
  const ended = once(child, 'exit').catch(() => {})
  child.stdin?.on('error', () => {})
  child.stdin?.end(JSON.stringify(credentials))
  return {
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
