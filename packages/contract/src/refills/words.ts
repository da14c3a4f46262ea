import { words } from '../kernel/locale.ts'

/** Why a statement of a visit was not booked. */
export const visitConflictWords = words({
  goods: ['货道已换成其他商品', '貨道已換成其他商品', 'The slot now holds other goods'],
  gone: ['设备上已没有该货道', '設備上已沒有該貨道', 'The device no longer has this slot'],
  renumbered: ['货道已重新编号', '貨道已重新編號', 'The slots were renumbered'],
  max: ['最大库存已被修改', '最大庫存已被修改', 'The capacity was changed'],
  newer: ['之后有人改过库存', '之後有人改過庫存', 'The stock was changed later'],
  uncounted: ['设备没有计数可采用', '設備沒有計數可採用', 'There is no device count to use'],
})
