import { usualThreshold } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'

/** After how many minutes without a connection a machine needs a hand. */
export const offlineMinutes =
  async (_ref: TenantRef): Promise<(machine: { device_id: string; store_id: string | null }) => number> =>
  () =>
    usualThreshold.offline_minutes
