import type { TenantRef } from '../../kernel/ctx.ts'
import { emit } from '../../kernel/events.ts'

/** Tells the consoles of users who see settlements to read them again. */
export const tellOfSettlements = ({ tx, tenantId }: TenantRef, now: Date): Promise<void> =>
  emit(tx, tenantId, now, { kind: 'settlements', data: {} }, { permission: 'bank.settle' })
