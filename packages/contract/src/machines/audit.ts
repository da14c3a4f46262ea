import { type DomainAudit, inGroup } from '../kernel/audit.ts'
import type { machineCalls } from './calls.ts'

export const machineAudit = {
  kinds: {},
  calls: {
    ...inGroup('devices', {
      unbind: ['解绑设备', '解綁設備', 'Unbound a device'],
      bindDev: ['绑定设备', '綁定設備', 'Bound a device'],
    }),
    ...inGroup('operator', {
      'ops.bind': ['平台绑定设备', '平台綁定設備', 'Operator bound a machine'],
      'ops.secret': ['平台更换设备密钥', '平台更換設備金鑰', 'Operator gave a machine a new secret'],
      'ops.unbind': ['平台解绑设备', '平台解綁設備', 'Operator unbound a machine'],
    }),
  },
} as const satisfies DomainAudit<typeof machineCalls>
