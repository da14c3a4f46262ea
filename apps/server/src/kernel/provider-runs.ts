/**
 * When work at a provider (refunds, payouts) is brought on. Each run is a job; it takes its row for a while, asks, and
 * sets the time of the next run, so that the work goes on whenever a process dies.
 */
const second = 1_000

export const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

/** Where a run may end because its process dies. */
export const runSteps = ['begun', 'taken', 'asked', 'answered', 'booking', 'booked'] as const
export type RunStep = (typeof runSteps)[number]
/** Called as each step is reached; tests end a run there. `booking` is reached before the commit. */
export type Reached = (step: RunStep) => void | Promise<void>

/** Until when a run has its row: longer than the provider may take to answer a query and a request. */
export const takenUntil = (now: Date): Date => after(now, 60 * second)

/** The pauses between the questions to a provider; the last one repeats. */
const pausesMs = [10, 30, 60, 300, 900, 3_600].map((seconds) => seconds * second)

/** When the provider is asked next, after so many runs. */
export const nextRun = (now: Date, tries: number): Date =>
  after(now, pausesMs[tries - 1] ?? pausesMs.at(-1) ?? 0)

/** Rows whose run was due before this moment have lost their jobs. */
export const lostBefore = (now: Date): Date => after(now, -5 * 60 * second)
