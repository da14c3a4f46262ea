import { contract, type bankCardCalls } from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { HandlersOf } from '../../kernel/handler.ts'

const later = (): Promise<never> => Promise.reject(new AppError('notFound'))

export const bankCardHandlers = Object.fromEntries(
  Object.keys(contract.bankcards).map((name) => [name, later]),
) as unknown as HandlersOf<typeof bankCardCalls>
