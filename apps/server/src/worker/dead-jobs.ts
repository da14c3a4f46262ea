/**
 * The queue keeps a job that used up its attempts, but no runner takes it any more. Errors leave such rows, and so does
 * a kill: a job that was asked for again while its runner held it, or that may run once only, is freed without attempts.
 */
import type pg from 'pg'

import { repeatPortions } from '../kernel/portions.ts'

/** Dead jobs stay for a day, so that the operator can read their last error. */
export const sweepDeadJobs = (pool: pg.Pool): Promise<void> =>
  repeatPortions(async (atMost) => {
    const { rowCount } = await pool.query(
      `delete from graphile_worker._private_jobs where id in (
         select id from graphile_worker._private_jobs
          where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '1 day'
          limit $1 for update skip locked)`,
      [atMost],
    )
    return rowCount ?? 0
  })
