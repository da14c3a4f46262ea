import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { MachineCredentials } from '../src/modules/machines/index.ts'

const program = fileURLToPath(new URL('../../simulator/bin/simulate.ts', import.meta.url))

/** Runs virtual machines in a process of their own that ends with this one. */
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
    // A small heap, because the virtual machines are not the purpose of this computer.
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
