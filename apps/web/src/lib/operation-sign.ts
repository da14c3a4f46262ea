import { errorCodes } from '@slotwise/contract'

import { CallError } from './client.ts'
import { clearOperationSign, getOperationSign } from './session.ts'

/**
 * Runs a sensitive action with the stored authorization, or with a new one. When the server no longer accepts the
 * stored one (the password or a role was changed), the user is asked once more.
 */
export async function withOperationSign<Result>(
  action: (sign: string) => Promise<Result>,
  ask: () => Promise<string>,
): Promise<Result> {
  const held = getOperationSign()
  if (held !== undefined)
    try {
      return await action(held)
    } catch (error) {
      if (!isSignRefused(error)) throw error
      clearOperationSign()
    }
  const sign = await ask()
  try {
    return await action(sign)
  } catch (error) {
    if (isSignRefused(error)) clearOperationSign()
    throw error
  }
}

const isSignRefused = (error: unknown): boolean =>
  error instanceof CallError && error.rcode === errorCodes.signRequired

/** The failure of a user who cancels at the gate. It is silent: forms and notices ignore it. */
export const turnedBack = (): CallError => new CallError('', { kind: 'answer', rcode: errorCodes.silent })
