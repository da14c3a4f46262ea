import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { seesDevices } from '../kernel/permissions.ts'
import { SetThreshold, Thresholds } from './schemas.ts'

/** Thresholds: from when on a slot is low and a machine has been offline too long. */
export const thresholdCalls = calls({
  getThresholds: {
    path: '/api/v1/d/getThresholds',
    access: seesDevices,
    extension: true,
    input: z.strictObject({}),
    output: Thresholds,
  },
  /** The merchant's own are the main account's to set; those of stores and machines are set by the accounts that manage them. */
  setThreshold: {
    path: '/api/v1/d/setThreshold',
    access: 'device.setting',
    extension: true,
    changes: true,
    input: SetThreshold,
    output: Thresholds,
    errors: ['notFound'],
  },
})
