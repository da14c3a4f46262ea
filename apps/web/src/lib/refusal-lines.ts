import { errorCodes, type FieldError } from '@slotwise/contract'

import type { CallError } from './client.ts'

/**
 * What is said of a refusal where nothing can stand at a field: what is wrong, in the words of each fault. To look at
 * the marked fields is only said when there are some.
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
