import { errorCodes, type FieldError } from '@slotwise/contract'

import type { CallError } from './client.ts'

/**
 * The lines of a refusal's alert: the message of each error that has no field. The line about marked fields appears
 * only when there are some.
 */
export function refusalLines(
  { message, rcode }: Pick<CallError, 'message' | 'rcode'>,
  homeless: readonly FieldError[],
  isMarked: boolean,
): string[] {
  const details = homeless.map((error) => error.message)
  const isEmpty = rcode === errorCodes.invalid && details.length > 0 && !isMarked
  return [...new Set(isEmpty ? details : [message, ...details])]
}
