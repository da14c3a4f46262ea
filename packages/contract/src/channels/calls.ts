import { z } from 'zod'

import { CommandStep } from '../devices/live.ts'
import { Sn } from '../devices/sn.ts'
import { JobReceipt } from '../jobs/schemas.ts'
import { calls } from '../kernel/call.ts'
import { listOf } from '../kernel/paging.ts'
import {
  Channel,
  ChannelInfo,
  CopyChannels,
  ExportDevChannel,
  PutDownGoods,
  ResetChannel,
  ResetId,
  SetQuantity,
} from './schemas.ts'

const one = z.strictObject({ sn: Sn })
const slots = listOf(Channel)

export const channelCalls = calls({
  getDevChannel: {
    path: '/api/v1/c/getDevChannel',
    access: ['device.manage', 'device.remote', 'device.test', 'device.init'],
    input: one,
    output: slots,
    errors: ['notFound'],
  },
  setChannelInfo: {
    path: '/api/v1/c/setChannelInfo',
    access: 'device.manage',
    changes: true,
    input: ChannelInfo,
    output: slots,
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  putDownGoods: {
    path: '/api/v1/c/putDownGoods',
    access: 'device.manage',
    changes: true,
    input: PutDownGoods,
    output: slots,
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  setQuantity: {
    path: '/api/v1/c/setQuantity',
    access: 'device.manage',
    changes: true,
    input: SetQuantity,
    output: slots,
    errors: ['notFound', 'changedMeanwhile', 'busy', 'notForType'],
  },
  copyChannels: {
    path: '/api/v1/c/copyChannels',
    access: 'device.manage',
    changes: true,
    extension: true,
    input: CopyChannels,
    output: slots,
    errors: ['notFound', 'changedMeanwhile', 'busy', 'notForType'],
  },
  getResetC: {
    path: '/api/v1/c/getResetC',
    access: 'device.init',
    input: one,
    output: listOf(ResetChannel),
    errors: ['notFound'],
  },
  resetId: {
    path: '/api/v1/c/resetId',
    access: 'device.init',
    sign: true,
    changes: true,
    input: ResetId,
    output: CommandStep,
    errors: ['notFound', 'offline', 'busy', 'notForType'],
  },
  exportDevChannel: {
    path: '/api/v1/c/exportDevChannel',
    access: 'device.manage',
    changes: true,
    input: ExportDevChannel,
    output: JobReceipt,
    errors: ['jobsFull'],
  },
})
