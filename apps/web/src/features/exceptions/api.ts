import {
  type CaseFilter,
  exceptionCalls,
  overviewCalls,
  payAccountCalls,
  type RunFilter,
} from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

const { getCases, takeCase, doneCase, getCaseMessage, bookCaseSale, getStatementRuns } = exceptionCalls

type Page<Filter> = { condition: Filter; page: number; size: number }

export const useCases = ({ condition, page, size }: Page<z.input<typeof CaseFilter>>) =>
  useCall(getCases, { pageNum: page, pageSize: size, condition }, { inline: true })

export const useRuns = ({ condition, page, size }: Page<z.input<typeof RunFilter>>) =>
  useCall(getStatementRuns, { pageNum: page, pageSize: size, condition }, { inline: true })

/** Whether the merchant has accounts of its own at providers, whose statements it can import. */
export const useHasOwnAccounts = (): boolean =>
  (useCall(payAccountCalls.getPayAccounts, {}, { inline: true }).data?.data.length ?? 0) > 0

const refreshes = [getCases, overviewCalls.getAttention]
export const useTakeCase = () => useChange(takeCase, { refreshes })
export const useDoneCase = () => useChange(doneCase, { refreshes })
/** For a form, which shows what was refused. */
export const useSaveCase = () => useChange(doneCase, { refreshes, inline: true })
export const useCaseMessage = (id: string) => useCall(getCaseMessage, { case: id })
export const useBookCaseSale = () => useChange(bookCaseSale, { refreshes, inline: true })
