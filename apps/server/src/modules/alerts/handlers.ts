import { contract, type alertCalls } from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { HandlersOf } from '../../kernel/handler.ts'

const later = (): Promise<never> => Promise.reject(new AppError('notFound'))

export const alertHandlers = Object.fromEntries(
  Object.keys(contract.alerts).map((name) => [name, later]),
) as unknown as HandlersOf<typeof alertCalls>
