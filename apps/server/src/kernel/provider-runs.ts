/**
 * When work at an outside service (refunds, payouts, notices, events) is brought on. Each run is a job; it takes its row
 * for a while, asks, and sets the time of the next run, so that the work goes on whenever a process dies.
 */
import { after, minuteMs } from './moments.ts'

/** Where a run may end because its process dies. */
export const runSteps = ['begun', 'taken', 'asked', 'answered', 'booking', 'booked'] as const
export type RunStep = (typeof runSteps)[number]
/** Called as each step is reached; tests end a run there. `booking` is reached before the commit. */
export type Reached = (step: RunStep) => void | Promise<void>

/** Until when a run has its row: longer than a service may take to answer a query and a request. */
export const takenUntil = (now: Date): Date => after(now, minuteMs)

/** The pauses between the questions to a provider; the last one repeats. */
const pausesMs = [10, 30, 60, 300, 900, 3_600].map((seconds) => seconds * 1_000)

/** When the provider is asked next, after so many runs. */
export const nextRun = (now: Date, tries: number): Date =>
  after(now, pausesMs[tries - 1] ?? pausesMs.at(-1) ?? 0)

/** The pause after so many failed tries at a service that a person may have to mend: it grows from one minute. */
export const growingPauseMs = (tries: number, factor: number): number => factor ** (tries - 1) * minuteMs

/** Rows whose run was due before this moment have lost their jobs. */
export const lostBefore = (now: Date): Date => after(now, -5 * minuteMs)
