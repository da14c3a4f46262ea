/**
 * The queue locks a job for its runner. A runner that was killed cannot unlock, so its process holds a session lock of
 * the database for each of its runners while they live; a process that gets the lock of another runner knows that the
 * runner is dead and frees its jobs. A lost connection loses the locks, so they are taken again after reconnecting.
 */
import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import { StandingConnection } from '../kernel/standing-connection.ts'

/** A database that does not answer delays the end of the process by this at most. */
const mostWaitMs = 2_000
/** A runner has its lock within this time of its first job, so younger jobs are left alone. */
const rescueAfterSeconds = 5

export class SignOfLife {
  private readonly connection: StandingConnection
  private readonly log: (error: unknown) => void
  /** The runners of this process that live. */
  private readonly own = new Set<string>()
  /** Those of them whose lock the present connection holds. */
  private locked = new Set<string>()
  /** The last query, because a connection runs one query at a time. */
  private busy: Promise<unknown> = Promise.resolve()

  constructor(url: string, log: (error: unknown) => void) {
    this.log = log
    this.connection = new StandingConnection(
      url,
      'worker',
      async (client) => {
        this.locked = new Set()
        await this.lockOwn(client)
      },
      log,
    )
  }

  connect(): Promise<void> {
    return this.connection.connect()
  }

  /** Waits for queries that are under way, because ending the connection would fail them. */
  async end(): Promise<void> {
    await Promise.race([this.busy, delay(mostWaitMs, undefined, { ref: false })])
    await this.connection.end()
  }

  /** Takes the lock that shows the other processes that this runner is alive. */
  announce(runner: string): void {
    this.own.add(runner)
    void this.inOrder((client) => this.lockOwn(client)).catch(this.log)
  }

  /** Gives the lock of a runner back that has ended, so that jobs which it left behind are freed. */
  retire(runner: string): void {
    this.own.delete(runner)
    void this.inOrder((client) => this.unlock(client, runner)).catch(this.log)
  }

  /**
   * Frees the jobs of dead runners. Those of the process's own runners are left out, because a session can always take
   * its own lock again.
   */
  rescue(): Promise<void> {
    return this.inOrder(async (client) => {
      // A runner that was announced while the connection was being prepared has no lock yet.
      await this.lockOwn(client)
      await this.freeJobsOfTheDead(client)
    })
  }

  private async lockOwn(client: pg.Client): Promise<void> {
    for (const runner of this.own) {
      if (this.locked.has(runner)) continue
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [runner])
      this.locked.add(runner)
    }
  }

  private async unlock(client: pg.Client, runner: string): Promise<void> {
    if (!this.locked.delete(runner)) return
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [runner])
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
    const { rows } = await client.query<{ runner: string }>(
      `select distinct locked_by as runner from graphile_worker.jobs
        where locked_by <> all ($2::text[]) and locked_at < now() - make_interval(secs => $1)`,
      [rescueAfterSeconds, [...this.own]],
    )
    for (const { runner } of rows) {
      const tried = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as dead'
      const { rows: locks } = await client.query<{ dead: boolean }>(tried, [runner])
      if (!locks[0]?.dead) continue
      await client.query('select graphile_worker.force_unlock_workers(array[$1])', [runner])
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [runner])
    }
  }
}
