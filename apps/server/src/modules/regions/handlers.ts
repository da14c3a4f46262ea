import type { regionCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { addArea, delArea, editArea, getAllArea, getArea, restoreArea } from './area-service.ts'
import { regionsExport } from './export-service.ts'
import { addStore, delStore, editStore, getAllStore, getStore, restoreStore } from './store-service.ts'

export const regionHandlers: HandlersOf<typeof regionCalls> = {
  getArea,
  getAllArea,
  addArea,
  editArea,
  delArea,
  restoreArea,
  getStore,
  getAllStore,
  addStore,
  editStore,
  delStore,
  restoreStore,
  exportRegions: regionsExport.start,
}
