import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Postmaster = { pid: number; port: number }

/**
 * The server that runs on this cluster, if any. The pid file outlives a killed server, and its process id may belong to
 * another program by now, so the process itself is checked.
 */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return (await isAlive(pid)) && (await servesCluster(pid, cluster)) ? { pid, port } : undefined
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [cwd, program] = await Promise.all(
      ['cwd', 'exe'].map((entry) => readlink(`/proc/${pid}/${entry}`).catch(() => '')),
    )
    return cwd === cluster && basename(program ?? '').startsWith('postgres')
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', `${pid}`, '-o', 'command=']).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && stdout.includes(cluster)
}

async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    // An orphan that is never reaped stays a zombie, and signal 0 would still find it.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
    return state !== undefined && state !== 'Z' && state !== 'X'
  }
  return signal(pid, 0)
}

export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Fast shutdown: open transactions roll back. A server that does not stop gets stronger signals. */
export async function stopPostmaster(pid: number, patience = 30_000): Promise<void> {
  const steps = [
    ['SIGINT', patience],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [name, wait] of steps) {
    signal(pid, name)
    const deadline = Date.now() + wait
    while (Date.now() < deadline) {
      if (!(await isAlive(pid))) return
      await delay(10)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end, not even when killed.`)
}
