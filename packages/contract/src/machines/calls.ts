import { z } from 'zod'

import { Device } from '../devices/schemas.ts'
import { calls } from '../kernel/call.ts'
import { BindDevice, Replacement, ReplaceDevice, ReplacePlan, Unbind } from './schemas.ts'

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
  /** What a replacement would do. Nothing changes, and a machine that is not bound stays so. */
  previewReplace: {
    path: '/api/v1/d/previewReplace',
    access: 'device.remote',
    extension: true,
    perMinute: 20,
    input: Replacement,
    output: ReplacePlan,
    errors: [
      'notFound',
      'unknownDevice',
      'boundElsewhere',
      'needsNewSecret',
      'notSpare',
      'busy',
      'noPermission',
    ],
  },
  /** A machine takes the place of another one, which is unbound. Also needs the permission to bind machines. */
  replaceDev: {
    path: '/api/v1/d/replaceDev',
    access: 'device.remote',
    sign: true,
    changes: true,
    extension: true,
    perMinute: 20,
    input: ReplaceDevice,
    output: Device,
    errors: [
      'notFound',
      'unknownDevice',
      'boundElsewhere',
      'needsNewSecret',
      'notSpare',
      'busy',
      'noPermission',
    ],
  },
})
