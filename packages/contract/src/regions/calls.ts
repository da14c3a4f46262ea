import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import {
  Area,
  AreaEdit,
  AreaFilter,
  AreaInput,
  AreaPick,
  AreaPickFilter,
  ExportRegions,
  PickFilter,
  Store,
  StoreEdit,
  StoreFilter,
  StoreInput,
  StorePick,
} from './schemas.ts'

const one = z.strictObject({ _id: Id })

export const regionCalls = calls({
  getArea: {
    path: '/api/v1/u/getArea',
    access: 'store.manage',
    input: pageOf(AreaFilter),
    output: listOf(Area),
  },
  getAllArea: {
    path: '/api/v1/u/getAllArea',
    access: 'signedIn',
    extension: true,
    input: pageOf(AreaPickFilter, 999),
    output: listOf(AreaPick),
  },
  addArea: {
    path: '/api/v1/u/addArea',
    access: 'store.manage',
    changes: true,
    input: AreaInput,
    output: Area,
    errors: ['outOfScope'],
  },
  editArea: {
    path: '/api/v1/u/editArea',
    access: 'store.manage',
    changes: true,
    input: AreaEdit,
    output: Area,
    errors: ['notFound', 'changedMeanwhile', 'outOfScope'],
  },
  delArea: {
    path: '/api/v1/u/delArea',
    access: 'store.manage',
    changes: true,
    input: one,
    output: z.object({}),
    errors: ['notFound', 'areaInUse', 'areaOfStaff', 'areaOfStaffNamed', 'outOfScope'],
  },
  restoreArea: {
    path: '/api/v1/u/restoreArea',
    access: 'store.manage',
    changes: true,
    extension: true,
    input: one,
    output: Area,
    errors: ['notFound', 'outOfScope'],
  },

  getStore: {
    path: '/api/v1/u/getStore',
    access: 'store.manage',
    input: pageOf(StoreFilter),
    output: listOf(Store),
  },
  getAllStore: {
    path: '/api/v1/u/getAllStore',
    access: 'signedIn',
    input: pageOf(PickFilter, 999),
    output: listOf(StorePick),
  },
  addStore: {
    path: '/api/v1/u/addStore',
    access: 'store.manage',
    changes: true,
    input: StoreInput,
    output: Store,
  },
  editStore: {
    path: '/api/v1/u/editStore',
    access: 'store.manage',
    changes: true,
    input: StoreEdit,
    output: Store,
    errors: ['notFound', 'changedMeanwhile'],
  },
  delStore: {
    path: '/api/v1/u/delStore',
    access: 'store.manage',
    changes: true,
    input: one,
    output: z.object({}),
    errors: ['notFound', 'storeInUse'],
  },
  restoreStore: {
    path: '/api/v1/u/restoreStore',
    access: 'store.manage',
    changes: true,
    extension: true,
    input: one,
    output: Store,
    errors: ['notFound'],
  },

  exportRegions: exportCall({
    path: '/api/v1/u/exportRegions',
    access: 'store.manage',
    extension: true,
    input: ExportRegions,
  }),
})
