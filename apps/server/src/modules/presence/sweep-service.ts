import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { deleteFaultsBefore } from './fault-queries.ts'
import { deleteHeardBefore } from './heard-queries.ts'
import { deleteSlipsBefore } from './slip-queries.ts'
import { deleteTemperaturesBefore } from './temperature-queries.ts'

const faultDays = 180
/** A message that comes again later than this counts as a new one. */
const heardDays = 30
const temperatureDays = 31
/** A firmware that does it no more has been mended. */
const slipDays = 90

export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) =>
    deleteFaultsBefore({ tx, tenantId }, daysBefore(now, faultDays), atMost),
  )
  await inPortions(deps, tenantId, (tx, atMost) =>
    deleteHeardBefore({ tx, tenantId }, daysBefore(now, heardDays), atMost),
  )
  await inPortions(deps, tenantId, (tx, atMost) =>
    deleteTemperaturesBefore({ tx, tenantId }, daysBefore(now, temperatureDays), atMost),
  )
  await inPortions(deps, tenantId, (tx, atMost) =>
    deleteSlipsBefore({ tx, tenantId }, daysBefore(now, slipDays), atMost),
  )
}
