import type { exceptionCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { doneCase, getCases, getStatementRuns, takeCase } from './case-service.ts'
import { casesExport } from './export-service.ts'
import { bookCaseSale, getCaseMessage } from './book-case-service.ts'
import { importStatement } from './own-import-service.ts'

export const exceptionHandlers: HandlersOf<typeof exceptionCalls> = {
  getCases,
  takeCase,
  doneCase,
  getCaseMessage,
  bookCaseSale,
  exportCases: casesExport.start,
  getStatementRuns,
  importStatement,
}
