import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Sn } from '../kernel/sn.ts'
import { Power, RefreshSetting, RemoteOuting, ResetId, SetChannelNum, SwitchLed, TestOut } from './schemas.ts'
import { CommandStep } from './step.ts'

/** Why a command may be refused before it is sent to the machine. */
const sendErrors = ['notFound', 'offline', 'busy', 'notForType'] as const

export const commandCalls = calls({
  remoteOuting: {
    path: '/api/v1/d/remoteOuting',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: RemoteOuting,
    output: CommandStep,
    errors: sendErrors,
  },
  testOut: {
    path: '/api/v1/d/testOut',
    access: 'device.test',
    sign: true,
    changes: true,
    input: TestOut,
    output: CommandStep,
    errors: sendErrors,
  },
  switchLED: {
    path: '/api/v1/d/switchLED',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: SwitchLed,
    output: CommandStep,
    errors: sendErrors,
  },
  power: {
    path: '/api/v1/d/power',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: Power,
    output: CommandStep,
    errors: sendErrors,
  },
  refreshSetting: {
    path: '/api/v1/d/refreshSetting',
    access: 'device.remote',
    sign: true,
    changes: true,
    input: RefreshSetting,
    output: CommandStep,
    errors: sendErrors,
  },
  setChannelNum: {
    path: '/api/v1/d/setChannelNum',
    access: 'device.init',
    sign: true,
    changes: true,
    input: SetChannelNum,
    output: CommandStep,
    errors: sendErrors,
  },
  resetId: {
    path: '/api/v1/c/resetId',
    access: 'device.init',
    sign: true,
    changes: true,
    input: ResetId,
    output: CommandStep,
    errors: sendErrors,
  },
  getCommand: {
    path: '/api/v1/d/getCommand',
    access: ['device.manage', 'device.remote', 'device.test', 'device.init'],
    extension: true,
    input: z.strictObject({ sn: Sn, command: CommandStep.shape.command }),
    output: CommandStep,
    errors: ['notFound'],
  },
})
