import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** One of Debian's mosquitto programs, and what it has printed. */
export type Program = { child: ChildProcess; out: string; err: string; ended: Promise<number | null> }
const programs: Program[] = []
const longestMs = 60_000

/** Starts a program with line buffering, so that its output is seen while it runs. */
export function startProgram(name: 'pub' | 'sub' | 'rr', args: string[], input: string): Program {
  const limit = { timeout: longestMs, killSignal: 'SIGKILL' } as const
  const child = spawn('stdbuf', ['-oL', `mosquitto_${name}`, ...args], limit)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const program = { child, out: '', err: '', ended }
  child.stdout.on('data', (text) => (program.out += String(text)))
  child.stderr.on('data', (text) => (program.err += String(text)))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  programs.push(program)
  return program
}

export async function endPrograms(): Promise<void> {
  for (const { child, ended } of programs.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
}
