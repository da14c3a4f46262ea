import { words } from '../kernel/locale.ts'

export const businessWords = words({
  'zh-CN': {
    gpm: '扭蛋机',
    vm: '售货机',
    gzj: '格子机',
    fdj: '福袋机',
    blj: '槟榔机',
    lpk: '口红机',
    mc: '脉冲设备',
  },
  'zh-TW': {
    gpm: '扭蛋機',
    vm: '販賣機',
    gzj: '格子機',
    fdj: '福袋機',
    blj: '檳榔機',
    lpk: '口紅機',
    mc: '脈衝設備',
  },
  'en-US': {
    gpm: 'Capsule',
    vm: 'Vending',
    gzj: 'Locker',
    fdj: 'Lucky bag',
    blj: 'Betel nut',
    lpk: 'Lipstick',
    mc: 'Pulse',
  },
})

export const countryWords = words({
  'zh-CN': { MY: '马来西亚', CN: '中国大陆' },
  'zh-TW': { MY: '馬來西亞', CN: '中國大陸' },
  'en-US': { MY: 'Malaysia', CN: 'Mainland China' },
})
