import { words } from '@slotwise/contract'

export const overviewWords = words({
  'zh-CN': {
    figures: '您管理的范围',
    stores: '门店',
    devices: '设备',
    notLoaded: '暂时无法读取',
  },
  'zh-TW': {
    figures: '您管理的範圍',
    stores: '門店',
    devices: '設備',
    notLoaded: '暫時無法讀取',
  },
  'en-US': {
    figures: 'What you look after',
    stores: 'Stores',
    devices: 'Devices',
    notLoaded: 'Not available at the moment',
  },
})
