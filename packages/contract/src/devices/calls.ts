import { z } from 'zod'

import { JobReceipt } from '../jobs/schemas.ts'
import { calls } from '../kernel/call.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { HistoryFilter, HistoryLine } from './history.ts'
import { CommandStep } from './live.ts'
import { Power, RefreshSetting, RemoteOuting, SetChannelNum, SwitchLed, TestOut, Unbind } from './remote.ts'
import {
  BindDevice,
  Device,
  DeviceEdit,
  DeviceFilter,
  devicePageSize,
  DevicePick,
  DevicePickFilter,
  DevicesEdit,
} from './schemas.ts'
import { Sn } from './sn.ts'

/** What may stand in the way of telling a machine something. */
const untold = ['notFound', 'offline', 'busy', 'notForType'] as const

export const deviceCalls = calls({
  getDev: {
    path: '/api/v1/d/getDev',
    access: 'device.manage',
    input: pageOf(DeviceFilter, devicePageSize),
    output: listOf(Device),
  },
  getAllDevice: {
    path: '/api/v1/d/getAllDevice',
    access: 'signedIn',
    extension: true,
    input: pageOf(DevicePickFilter, 999),
    output: listOf(DevicePick),
  },
  editDev: {
    path: '/api/v1/d/editDev',
    access: 'device.manage',
    changes: true,
    input: DeviceEdit,
    output: Device,
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  /** The same change on many machines: on all of them, or on none. */
  editDevs: {
    path: '/api/v1/d/editDevs',
    access: 'device.manage',
    changes: true,
    extension: true,
    input: DevicesEdit,
    output: z.object({ count: z.int() }),
    errors: ['notFound', 'busy'],
  },
  remoteOuting: {
    path: '/api/v1/d/remoteOuting',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: RemoteOuting,
    output: CommandStep,
    errors: untold,
  },
  testOut: {
    path: '/api/v1/d/testOut',
    access: 'device.test',
    sign: true,
    changes: true,
    input: TestOut,
    output: CommandStep,
    errors: untold,
  },
  switchLED: {
    path: '/api/v1/d/switchLED',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: SwitchLed,
    output: CommandStep,
    errors: untold,
  },
  power: {
    path: '/api/v1/d/power',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: Power,
    output: CommandStep,
    errors: untold,
  },
  refreshSetting: {
    path: '/api/v1/d/refreshSetting',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: RefreshSetting,
    output: CommandStep,
    errors: untold,
  },
  setChannelNum: {
    path: '/api/v1/d/setChannelNum',
    access: 'device.init',
    sign: true,
    changes: true,
    input: SetChannelNum,
    output: CommandStep,
    errors: untold,
  },
  unbind: {
    path: '/api/v1/d/unbind',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: Unbind,
    output: z.object({}),
    errors: ['notFound'],
  },
  bindDev: {
    path: '/api/v1/d/bindDev',
    access: 'device.manage',
    changes: true,
    extension: true,
    perMinute: 20,
    input: BindDevice,
    output: Device,
    errors: ['unknownDevice', 'boundElsewhere'],
  },
  getCommand: {
    path: '/api/v1/d/getCommand',
    access: ['device.manage', 'device.remote', 'device.test', 'device.init'],
    extension: true,
    input: z.strictObject({ sn: Sn, command: CommandStep.shape.command }),
    output: CommandStep,
    errors: ['notFound'],
  },
  getDevHistory: {
    path: '/api/v1/d/getDevHistory',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ ...pageOf(z.strictObject({}), 20).shape, condition: HistoryFilter }),
    output: listOf(HistoryLine),
    errors: ['notFound', 'chooseDay'],
  },
  exportDevHistory: {
    path: '/api/v1/d/exportDevHistory',
    access: 'device.manage',
    changes: true,
    extension: true,
    input: z.strictObject({ condition: HistoryFilter }),
    output: JobReceipt,
    errors: ['notFound', 'jobsFull'],
  },
  /** How many there are, online and not, and how many need somebody. */
  getDevCounts: {
    path: '/api/v1/d/getDevCounts',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({}),
    output: z.object({
      all: z.int(),
      online: z.int(),
      offline: z.int(),
      low: z.int(),
      fault: z.int(),
    }),
  },
  exportDev: {
    path: '/api/v1/d/exportDev',
    access: 'device.manage',
    changes: true,
    extension: true,
    input: z.strictObject({ condition: DeviceFilter.prefault({}) }),
    output: JobReceipt,
    errors: ['jobsFull'],
  },
})
