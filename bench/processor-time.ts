/** How much processor time processes have taken, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

const msOfTick = 10

/** The fields of a process from its state on; none when it has ended. */
function fieldsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
  } catch {
    return []
  }
}

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1])

/** The milliseconds of a process and its children, also of those that have ended. */
export function processorTime(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && parentOf(one) === pid)
  return [pid, ...children]
    .flatMap((one) => fieldsOf(one).slice(11, 15))
    .reduce((sum, ticks) => sum + msOfTick * Number(ticks), 0)
}
