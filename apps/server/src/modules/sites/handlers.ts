import type { siteCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { sitesExport } from './export-service.ts'
import { getSite, getSites } from './statement-service.ts'

export const siteHandlers: HandlersOf<typeof siteCalls> = {
  getSites,
  getSite,
  exportSites: sitesExport.start,
}
