import { words } from '@slotwise/contract'

export const overviewWords = words({
  figures: ['您管理的范围', '您管理的範圍', 'What you look after'],
  stores: ['门店', '門店', 'Stores'],
  devices: ['设备', '設備', 'Devices'],
  notLoaded: ['暂时无法读取', '暫時無法讀取', 'Not available at the moment'],
})
