/**
 * When housekeeping begins. The jobs of a queue run one after the other, and each task waits at most once: a sweep that
 * takes longer than ten minutes is followed by the next one.
 */

/** The minutes of an hour at which a task begins that runs so often, from its first minute on. */
const minutesOf = (every: number, first: number): string =>
  Array.from({ length: 60 / every }, (_, i) => first + i * every).join(',')

type Begins = { task: string; at: string; queue: string; tries?: number }

/** What goes through all merchants and much of what they have: together it takes one place of the lane. */
const mayTakeLong = (task: string, at: string): Begins => ({ task, at, queue: 'long' })
const soonDone = (task: string, at: string): Begins => ({ task, at, queue: task })

/** The tasks begin in different minutes, so that they do not open connections for one another. */
export const timetable: readonly Begins[] = [
  mayTakeLong('sweep', `${minutesOf(10, 3)} * * * *`),
  mayTakeLong('cases', `${minutesOf(5, 3)} * * * *`),
  // A day is compared soon after its end; later runs make up for what failed.
  mayTakeLong('reconcile', '25 * * * *'),
  // Between two and three at night in China and Malaysia.
  mayTakeLong('recount', '20 18 * * *'),
  soonDone('seal', `${minutesOf(10, 8)} * * * *`),
  { ...soonDone('months', '10 * * * *'), tries: 3 },
  // Soon after each merchant's midnight, whatever the zone.
  soonDone('reports', `${minutesOf(5, 1)} * * * *`),
  soonDone('looks', `${minutesOf(5, 2)} * * * *`),
  soonDone('fold', `${minutesOf(5, 4)} * * * *`),
  // Soon after six in each merchant's morning, whatever the zone.
  soonDone('settle', '*/5 * * * *'),
]

export const crontab = timetable
  .map(({ task, at, queue, tries = 1 }) => `${at} ${task} ?queue=${queue}&jobKey=${task}&max=${tries}`)
  .join('\n')
