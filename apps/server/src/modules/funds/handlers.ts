import { contract, type fundCalls } from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { HandlersOf } from '../../kernel/handler.ts'

const later = (): Promise<never> => Promise.reject(new AppError('notFound'))

export const fundHandlers = Object.fromEntries(
  Object.keys(contract.funds).map((name) => [name, later]),
) as unknown as HandlersOf<typeof fundCalls>
