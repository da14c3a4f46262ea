import { z } from 'zod'

import { exportCall, ExportFormat } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { seesDevices } from '../kernel/permissions.ts'
import { devicePickCalls } from './picks.ts'
import { DeviceFilter } from '../device-filter.ts'
import { Device, DeviceEdit, devicePageSize, DevicesEdit } from './schemas.ts'

export const deviceCalls = calls({
  getDev: {
    path: '/api/v1/d/getDev',
    access: seesDevices,
    input: pageOf(DeviceFilter, devicePageSize),
    output: listOf(Device),
  },
  ...devicePickCalls,
  /** Where a machine stands and who is paid stays with those who manage devices; one price for all slots is a price. */
  editDev: {
    path: '/api/v1/d/editDev',
    access: 'device.setting',
    changes: true,
    input: DeviceEdit,
    /** `change` undoes one game price or rate for all slots; null where none was changed. */
    output: Device.extend({ change: Id.nullable() }),
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  /** The same change to many machines; it is applied to all of them or to none. */
  editDevs: {
    path: '/api/v1/d/editDevs',
    access: 'device.setting',
    changes: true,
    extension: true,
    input: DevicesEdit,
    output: z.object({ count: z.int() }),
    errors: ['notFound', 'busy'],
  },
  /** The number of machines of a filter that are online, offline, and in need of attention; its own states are left out. */
  getDevCounts: {
    path: '/api/v1/d/getDevCounts',
    access: seesDevices,
    extension: true,
    input: z.strictObject({ condition: DeviceFilter.prefault({}) }),
    output: z.object({
      all: z.int(),
      online: z.int(),
      offline: z.int(),
      low: z.int(),
      fault: z.int(),
    }),
  },
  exportDev: exportCall({
    path: '/api/v1/d/exportDev',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ format: ExportFormat, condition: DeviceFilter.prefault({}) }),
  }),
})
