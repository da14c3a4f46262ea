import type { TenantRef } from '../../kernel/ctx.ts'
import { emit } from '../../kernel/events.ts'

/** Has the consoles read the cases again. It names none; only the main account may read them. */
export const tellConsoles = ({ tx, tenantId, now }: TenantRef & { now: Date }): Promise<void> =>
  emit(tx, tenantId, now, { kind: 'cases', data: {} }, { permission: 'order.refund' })
