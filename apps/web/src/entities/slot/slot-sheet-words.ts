import { words } from '@slotwise/contract'

/** The names of the two drawers. Lists have buttons for them, and need no other text of slots. */
export const slotSheetWords = words({
  importSlots: ['导入货道', '匯入貨道', 'Import slots'],
  exportTitle: ['导出货道', '匯出貨道', 'Export slots'],
})
