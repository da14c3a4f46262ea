import { sql } from 'kysely'

import type { Db, Tx } from '../../kernel/db.ts'

/** Gateways listen to this channel for machines whose connections have to end. */
export const disconnectChannel = 'slotwise_disconnect'

/**
 * Has every gateway end the connection of a machine: the one that was opened with a secret that does not count any more,
 * or any.
 */
export async function endConnections(
  db: Db['main'] | Tx,
  sn: string,
  which: 'outdated' | 'any' = 'outdated',
): Promise<void> {
  await sql`select pg_notify(${disconnectChannel}, ${which === 'any' ? `${sn} any` : sn})`.execute(db)
}
