import { sql } from 'kysely'

import type { Db, Tx } from '../../kernel/db.ts'

/** Gateways listen to this channel for machines whose connections have to end. */
export const disconnectChannel = 'slotwise_disconnect'

/** Has every gateway end the connection of a machine: it was opened with a secret that does not count any more. */
export async function endConnections(db: Db['main'] | Tx, sn: string): Promise<void> {
  await sql`select pg_notify(${disconnectChannel}, ${sn})`.execute(db)
}
