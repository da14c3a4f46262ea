import { z } from 'zod'

import { Device } from '../devices/schemas.ts'
import { calls } from '../kernel/call.ts'
import { BindDevice, Unbind } from './schemas.ts'

export const machineCalls = calls({
  bindDev: {
    path: '/api/v1/d/bindDev',
    access: 'device.manage',
    changes: true,
    extension: true,
    perMinute: 20,
    input: BindDevice,
    output: Device,
    errors: ['unknownDevice', 'boundElsewhere', 'needsNewSecret'],
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
})
