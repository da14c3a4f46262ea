import { untilDatabaseIsBack } from './db.ts'

/** Does work that reads or writes the database. Doing it twice must be harmless. */
export type Patiently = <T>(work: () => Promise<T>) => Promise<T>

/** For callers that report an outage at once. */
export const atOnce: Patiently = (work) => work()

const patienceMs = 60_000

/**
 * For a start: a database that restarts, or ends a connection, is tried again for a minute. After the start, each part
 * waits for the database itself.
 */
export const patientStart =
  (say: (message: string) => void, isStopping: () => boolean = () => false): Patiently =>
  (work) => {
    let until: number | undefined
    return untilDatabaseIsBack(
      work,
      () => isStopping() || (until !== undefined && performance.now() >= until),
      ({ message }) => {
        if (until === undefined) say(`the database is away (${message}); trying again for a minute`)
        until ??= performance.now() + patienceMs
      },
    )
  }
