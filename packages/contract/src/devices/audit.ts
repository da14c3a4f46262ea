import { amount, common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import { joinNames, type Locale } from '../kernel/locale.ts'
import { slotFieldWords } from '../slots/words.ts'
import type { deviceCalls } from './calls.ts'
import {
  adModeWords,
  buyModeWords,
  gameModeWords,
  gamePackageWords,
  lampColorWords,
  lampStyleWords,
  winningModeWords,
} from './setting-words.ts'
import { deviceFieldWords, machineTypeWords } from './words.ts'

const field = labelled(deviceFieldWords)

const extendLines = (locale: Locale, value: unknown): string | undefined =>
  Array.isArray(value) && value.length > 0
    ? joinNames(
        locale,
        value.map(({ key, value: content }: { key: string; value: string }) => `${key} = ${content}`),
      )
    : undefined

export const deviceAudit = {
  kinds: {
    device: {
      name: ['设备', '設備', 'Device'],
      title: 'title',
      fields: {
        area: field('area', named('area_name')),
        store: field('store', named('store_name')),
        sn: field('sn'),
        type: field('type', oneOf(machineTypeWords)),
        merchant_id: field('merchant_id', named('merchant_name')),
        buy_mode: field('buy_mode', oneOf(buyModeWords)),
        power_ctrl: field('power_ctrl'),
        power_on: field('power_on'),
        power_off: field('power_off'),
        same_gp: field('same_gp'),
        same_pb: field('same_pb'),
        game_package: field('game_package', oneOf(gamePackageWords)),
        probability: field('probability', oneOf(winningModeWords)),
        game_black: field('game_black'),
        game_mode: field('game_mode', oneOf(gameModeWords)),
        ad_mode: field('ad_mode', oneOf(adModeWords)),
        channel_x: field('channel_x'),
        lamp_ctrl: field('lamp_ctrl'),
        lamp_color: field('lamp_color', oneOf(lampColorWords)),
        lamp_brightness: field('lamp_brightness'),
        lamp_style: field('lamp_style', oneOf(lampStyleWords)),
        extend: field('extend', { text: extendLines }),
        game_price: field('game_price', amount),
        rate: field('rate'),
        title: field('device_title'),
      },
      hidden: ['rev', 'area_name', 'store_name', 'merchant_name'],
    },
  },
  calls: {
    ...inGroup('devices', {
      editDev: ['修改设备', '修改設備', 'Edited a device'],
      editDevs: ['批量修改设备', '批次修改設備', 'Edited devices'],
    }),
    ...inGroup('files', { exportDev: ['导出设备', '匯出設備', 'Exported devices'] }),
  },
  elsewhere: {
    job: {
      q: common('q'),
      area: field('area'),
      store: field('store'),
      in_store: field('in_store'),
      sn: field('sn'),
      type: field('type', oneOf(machineTypeWords)),
      online: field('online'),
      off: field('isOff'),
      low: field('low'),
      sns: field('sns'),
      merchant_id: field('merchant_id'),
      fault: labelled(slotFieldWords)('fault'),
    },
  },
} as const satisfies DomainAudit<typeof deviceCalls>
