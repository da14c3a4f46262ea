import { type DomainAudit, inGroup, labelled } from '../kernel/audit.ts'
import type { machineCalls } from './calls.ts'
import { machineFieldWords } from './words.ts'

const field = labelled(machineFieldWords)

export const machineAudit = {
  kinds: {},
  calls: {
    ...inGroup('devices', {
      unbind: ['解绑设备', '解綁設備', 'Unbound a device'],
      bindDev: ['绑定设备', '綁定設備', 'Bound a device'],
      replaceDev: ['更换设备', '更換設備', 'Replaced a device'],
    }),
    ...inGroup('operator', {
      'ops.bind': ['平台绑定设备', '平台綁定設備', 'Operator bound a device'],
      'ops.secret': ['平台更换设备密钥', '平台更換設備金鑰', 'Operator replaced the secret of a device'],
      'ops.unbind': ['平台解绑设备', '平台解綁設備', 'Operator unbound a device'],
    }),
  },
  elsewhere: { device: { replaces: field('replaces'), replaced_by: field('replaced_by') } },
} as const satisfies DomainAudit<typeof machineCalls>
