import { contract, type thresholdCalls } from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { HandlersOf } from '../../kernel/handler.ts'

const later = (): Promise<never> => Promise.reject(new AppError('notFound'))

export const thresholdHandlers = Object.fromEntries(
  Object.keys(contract.thresholds).map((name) => [name, later]),
) as unknown as HandlersOf<typeof thresholdCalls>
