/** Deletes expired rows of the kernel's own tables. Modules sweep their own tables. */
import type { Deps } from './ctx.ts'
import type { Tx } from './db.ts'
import { daysBefore, hoursBefore } from './moments.ts'
import { inPortions, repeatPortions } from './portions.ts'
import { countDeleted } from './rows.ts'

/** Streams can resume and requests can be repeated for a day; older rows are deleted. */
export async function sweepKernel(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const before = daysBefore(now, 1)
  await inPortions(deps, tenantId, (tx, atMost) => deleteEvents(tx, tenantId, before, atMost))
  await inPortions(deps, tenantId, (tx, atMost) => deleteAnswers(tx, tenantId, before, atMost))
}

const deleteEvents = (tx: Tx, tenantId: string, before: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('live_event')
      .where('tenant_id', '=', tenantId)
      .where('event_id', 'in', (eb) =>
        eb
          .selectFrom('live_event')
          .select('event_id')
          .where('tenant_id', '=', tenantId)
          .where('created_at', '<', before)
          .limit(atMost),
      ),
  )

const deleteAnswers = (tx: Tx, tenantId: string, before: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('repeated_call')
      .where('tenant_id', '=', tenantId)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('account_id', 'key'),
          'in',
          selectFrom('repeated_call')
            .select(['account_id', 'key'])
            .where('tenant_id', '=', tenantId)
            .where('created_at', '<', before)
            .limit(atMost)
            .$asTuple('account_id', 'key'),
        ),
      ),
  )

export const sweepCounters = ({ db }: Deps, now: Date): Promise<void> =>
  repeatPortions((atMost) =>
    countDeleted(
      db.main
        .deleteFrom('limit_counter')
        .where('key', 'in', (eb) =>
          eb
            .selectFrom('limit_counter')
            .select('key')
            .where('resets_at', '<', hoursBefore(now, 1))
            .limit(atMost),
        )
        // A counter that was begun anew since the choice stays.
        .where('resets_at', '<', hoursBefore(now, 1)),
    ),
  )
