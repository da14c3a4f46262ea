import { contract, type notifyCalls } from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { HandlersOf } from '../../kernel/handler.ts'

const later = (): Promise<never> => Promise.reject(new AppError('notFound'))

export const notifyHandlers = Object.fromEntries(
  Object.keys(contract.notify).map((name) => [name, later]),
) as unknown as HandlersOf<typeof notifyCalls>
