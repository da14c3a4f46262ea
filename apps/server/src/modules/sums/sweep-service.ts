import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { deviceHourDays } from './rollups-model.ts'
import { deleteDeviceHours } from './sweep-queries.ts'

/** Deletes sums that are kept for some days only. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) =>
    deleteDeviceHours({ tx, tenantId }, daysBefore(now, deviceHourDays), atMost),
  )
