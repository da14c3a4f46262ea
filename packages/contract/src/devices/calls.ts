import { calls } from '../kernel/call.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { DevicePick, DevicePickFilter } from './schemas.ts'

export const deviceCalls = calls({
  getAllDevice: {
    path: '/api/v1/d/getAllDevice',
    access: 'signedIn',
    extension: true,
    input: pageOf(DevicePickFilter, 999),
    output: listOf(DevicePick),
  },
})
