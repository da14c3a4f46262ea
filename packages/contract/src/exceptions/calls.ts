import { exportCall } from '../jobs/export-call.ts'
import { calls, Upload } from '../kernel/call.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import {
  BookCaseSale,
  CaseFilter,
  CaseMessage,
  CaseSum,
  DoneCase,
  ExceptionCase,
  ExportCases,
  ImportedStatement,
  OfCase,
  RunFilter,
  StatementRun,
  statementUpload,
  TakeCase,
} from './schemas.ts'

/**
 * Cases: sales and payments where money and goods do not fit, as work of the main account. Only
 * the sale of a message that could not be understood is booked from its case; no other moves money.
 */
export const exceptionCalls = calls({
  /** The newest first. */
  getCases: {
    path: '/api/v1/b/getCases',
    access: 'main',
    extension: true,
    input: pageOf(CaseFilter),
    output: listOf(ExceptionCase).extend({ sum: CaseSum }),
  },
  takeCase: {
    path: '/api/v1/b/takeCase',
    access: 'main',
    extension: true,
    changes: true,
    input: TakeCase,
    output: ExceptionCase,
    errors: ['notFound', 'caseClosed'],
  },
  doneCase: {
    path: '/api/v1/b/doneCase',
    access: 'main',
    extension: true,
    changes: true,
    input: DoneCase,
    output: ExceptionCase,
    errors: ['notFound', 'caseClosed'],
  },
  /** The message of a sale that could not be booked as it came. */
  getCaseMessage: {
    path: '/api/v1/b/getCaseMessage',
    access: 'main',
    extension: true,
    input: OfCase,
    output: CaseMessage,
    errors: ['notFound'],
  },
  /** Books such a sale with what a person knows of it, once. */
  bookCaseSale: {
    path: '/api/v1/b/bookCaseSale',
    access: 'main',
    extension: true,
    changes: true,
    input: BookCaseSale,
    output: ExceptionCase,
    errors: ['notFound', 'caseClosed', 'caseDone', 'saleBooked', 'saleNotBooked'],
  },
  exportCases: exportCall({
    path: '/api/v1/b/exportCases',
    access: 'main',
    extension: true,
    input: ExportCases,
  }),
  /** Comparisons with the statements of providers, the newest day first. */
  getStatementRuns: {
    path: '/api/v1/b/getStatementRuns',
    access: 'main',
    extension: true,
    input: pageOf(RunFilter),
    output: listOf(StatementRun),
  },
  /**
   * Compares the statement of a day of an own account, which the file names with its provider and its day. The same file
   * again changes nothing; a corrected one replaces it.
   */
  importStatement: {
    path: '/api/v1/b/importStatement',
    access: 'main',
    extension: true,
    changes: true,
    outside: true,
    perMinute: 6,
    upload: statementUpload,
    input: Upload,
    output: ImportedStatement,
    errors: [
      'fileTooLarge',
      'statementUnknown',
      'statementBroken',
      'statementTooLong',
      'statementEmpty',
      'statementDays',
      'statementDay',
      'statementAccount',
      'statementNoAccount',
    ],
  },
})
