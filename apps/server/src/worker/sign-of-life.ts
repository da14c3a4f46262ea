/**
 * The queue locks a job for its worker. A worker that was killed cannot unlock, so each holds a session lock of the
 * database for as long as it lives; whoever gets the lock of another knows that it is dead and frees its jobs. A lost
 * connection loses the lock, so it is made anew.
 */
import type pg from 'pg'

import { StandingConnection } from '../kernel/standing-connection.ts'

/** A worker announces itself within this time of its first job. */
const rescueAfterSeconds = 5

export class SignOfLife {
  private readonly connection: StandingConnection
  private readonly log: (error: unknown) => void
  private own = ''
  /** A connection does one thing at a time. */
  private busy: Promise<unknown> = Promise.resolve()

  constructor(url: string, log: (error: unknown) => void) {
    this.log = log
    this.connection = new StandingConnection(
      url,
      'worker',
      async (client) => this.own && lock(client, this.own),
      log,
    )
  }

  connect(): Promise<void> {
    return this.connection.connect()
  }

  end(): Promise<void> {
    return this.connection.end()
  }

  /** From now on this worker is alive to all others. */
  announce(worker: string): void {
    this.own = worker
    void this.inOrder((client) => lock(client, worker)).catch(this.log)
  }

  /** Frees the jobs of workers that are no more. Its own lock a session gets again and again, so that proves nothing. */
  rescue(): Promise<void> {
    return this.inOrder((client) => this.freeJobsOfTheDead(client))
  }

  private async inOrder(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const turn = this.busy.then(async () => {
      const { client } = this.connection
      if (client) await work(client)
    })
    this.busy = turn.catch(() => {})
    await turn
  }

  private async freeJobsOfTheDead(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ worker: string }>(
      `select distinct locked_by as worker from graphile_worker.jobs
        where locked_by <> $2 and locked_at < now() - make_interval(secs => $1)`,
      [rescueAfterSeconds, this.own],
    )
    for (const { worker } of rows) {
      const tried = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as dead'
      const { rows: locks } = await client.query<{ dead: boolean }>(tried, [worker])
      if (!locks[0]?.dead) continue
      await client.query('select graphile_worker.force_unlock_workers(array[$1])', [worker])
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [worker])
    }
  }
}

const lock = (client: pg.Client, worker: string): Promise<unknown> =>
  client.query('select pg_advisory_lock(hashtextextended($1, 0))', [worker])
