import type { memberCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { addCard, delCard, editCard, getCardList, restoreCard } from './card-service.ts'
import { membersExport } from './export-service.ts'
import { getMemberList } from './member-service.ts'
import { getCardPoints } from './point-service.ts'

export const memberHandlers: HandlersOf<typeof memberCalls> = {
  getCardList,
  addCard,
  editCard,
  delCard,
  restoreCard,
  getCardPoints,
  getMemberList,
  exportCard: membersExport.start,
}
