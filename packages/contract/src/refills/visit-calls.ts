import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Sn } from '../kernel/sn.ts'
import { RefillMachine, RefillVisit, VisitResult } from './visit-schemas.ts'

export const visitCalls = calls({
  /** The slots of a machine for the person who stands before it. */
  getRefillMachine: {
    path: '/api/v1/c/getRefillMachine',
    access: 'device.refill',
    extension: true,
    input: z.strictObject({ sn: Sn }),
    output: RefillMachine,
    errors: ['notFound'],
  },
  /** Books what a person found and did at a machine, once. */
  sendRefillVisit: {
    path: '/api/v1/c/sendRefillVisit',
    access: 'device.refill',
    changes: true,
    extension: true,
    input: RefillVisit,
    output: VisitResult,
    errors: ['notFound', 'busy', 'notForType', 'repeatedDifferently', 'visitTooOld'],
  },
})
