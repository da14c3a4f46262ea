import { deviceFieldWords } from '../devices/words.ts'
import { type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import { slotFieldWords } from '../slots/words.ts'
import type { commandCalls } from './calls.ts'
import { powerWords } from './words.ts'

const field = labelled(deviceFieldWords)

export const commandAudit = {
  kinds: {},
  calls: inGroup('devices', {
    remoteOuting: ['远程出货', '遠端出貨', 'Dispensed remotely'],
    testOut: ['测试货道', '測試貨道', 'Tested slots'],
    switchLED: ['控制灯光', '控制燈光', 'Switched the lamp'],
    power: ['控制电源', '控制電源', 'Switched the power'],
    refreshSetting: ['刷新设置', '重新套用設定', 'Refreshed settings'],
    setChannelNum: ['设置货道数', '設定貨道數', 'Set the number of slots'],
    resetId: ['重置货道号', '重設貨道號', 'Renumbered slots'],
  }),
  elsewhere: {
    device: {
      dev: field('dev', oneOf(powerWords)),
      motion: field('motion', oneOf(powerWords)),
      pulses: field('pulses'),
      channel_num: field('channel_num'),
      channel_sn: labelled(slotFieldWords)('channel_sn'),
    },
  },
} as const satisfies DomainAudit<typeof commandCalls>
