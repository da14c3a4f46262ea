/**
 * The queue locks a job for its worker. A worker that was killed cannot unlock, so each holds a session lock of the
 * database for as long as it lives; a worker that gets the lock of another knows that the other is dead and frees its
 * jobs. A lost connection loses the lock, so the lock is taken again after reconnecting.
 */
import type pg from 'pg'

import { StandingConnection } from '../kernel/standing-connection.ts'

/** A worker takes its lock within this time of its first job, so younger jobs are left alone. */
const rescueAfterSeconds = 5

export class SignOfLife {
  private readonly connection: StandingConnection
  private readonly log: (error: unknown) => void
  private own = ''
  /** The last query, because a connection runs one query at a time. */
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

  /** Takes the lock that shows the other workers that this one is alive. */
  announce(worker: string): void {
    this.own = worker
    void this.inOrder((client) => lock(client, worker)).catch(this.log)
  }

  /**
   * Frees the jobs of dead workers. The worker's own jobs are left out, because a session can always take its own lock
   * again.
   */
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
