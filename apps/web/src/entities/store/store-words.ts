import { words } from '@slotwise/contract'

/** How a filter or a form names a place that cannot be picked any more. */
export const storeWords = words({
  deletedStore: ['{name}（已删除）', '{name}（已刪除）', '{name} (deleted)'],
  unknownStore: ['未知门店 {id}', '未知門店 {id}', 'Unknown store {id}'],
  pickAreas: ['选择区域', '選擇區域', 'Choose areas'],
  unknownArea: ['未知区域 {id}', '未知區域 {id}', 'Unknown area {id}'],
})
