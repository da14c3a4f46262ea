import type { Tx } from '../../kernel/db.ts'
import { countDeleted } from '../../kernel/rows.ts'

export const deleteSignsBefore = (tx: Tx, tenantId: string, expired: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('operation_sign')
      .where('tenant_id', '=', tenantId)
      .where('sign_hash', 'in', (eb) =>
        eb
          .selectFrom('operation_sign')
          .select('sign_hash')
          .where('tenant_id', '=', tenantId)
          .where('expires_at', '<', expired)
          .limit(atMost),
      ),
  )

export const deleteSessionsBefore = (
  tx: Tx,
  tenantId: string,
  expired: Date,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('session')
      .where('tenant_id', '=', tenantId)
      .where('session_id', 'in', (eb) =>
        eb
          .selectFrom('session')
          .select('session_id')
          .where('tenant_id', '=', tenantId)
          .where('expires_at', '<', expired)
          .limit(atMost),
      ),
  )
