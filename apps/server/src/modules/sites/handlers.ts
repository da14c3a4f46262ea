import { contract, type siteCalls } from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { HandlersOf } from '../../kernel/handler.ts'

const later = (): Promise<never> => Promise.reject(new AppError('notFound'))

export const siteHandlers = Object.fromEntries(
  Object.keys(contract.sites).map((name) => [name, later]),
) as unknown as HandlersOf<typeof siteCalls>
