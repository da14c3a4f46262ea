import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { pageOf } from '../kernel/paging.ts'
import {
  ExportRefillList,
  maxRouteStores,
  Refill,
  RefillDevices,
  RefillFilter,
  RefillList,
  refillPageSize,
  RefillUndone,
} from './list-schemas.ts'

export const refillListCalls = calls({
  /** What to bring to the machines of a filter: by machine and slot, by product, and by store in route order. */
  getRefillList: {
    path: '/api/v1/c/getRefillList',
    access: 'device.refill',
    extension: true,
    input: pageOf(RefillFilter, refillPageSize),
    output: RefillList,
  },
  /**
   * Puts stores into the order in which the caller visits them. Stores that are not named stay where they are. Not
   * audited: it changes only how the caller's own list is sorted.
   */
  setRefillRoute: {
    path: '/api/v1/c/setRefillRoute',
    access: 'device.refill',
    extension: true,
    input: z.strictObject({ stores: z.array(Id).min(1).max(maxRouteStores) }),
    output: z.object({}),
    errors: ['notFound'],
  },
  /** Books machines as filled up. Machines that cannot be filled now are named in the answer. */
  refillDevices: {
    path: '/api/v1/c/refillDevices',
    access: 'device.refill',
    changes: true,
    extension: true,
    input: RefillDevices,
    output: Refill,
    errors: ['notFound', 'busy', 'wait', 'notForType', 'nothingToFill', 'tooManySlots'],
  },
  /**
   * Takes the pieces of a refill off the books again, as far as they are still there, and puts back those that it took
   * out.
   */
  undoRefill: {
    path: '/api/v1/c/undoRefill',
    access: 'device.refill',
    changes: true,
    extension: true,
    input: z.strictObject({ refill: Id }),
    output: RefillUndone,
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  exportRefillList: exportCall({
    path: '/api/v1/c/exportRefillList',
    access: 'device.refill',
    extension: true,
    input: ExportRefillList,
  }),
})
