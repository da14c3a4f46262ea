import { errorCodes } from '@slotwise/contract'

import { CallError } from './client.ts'
import { clearOperationSign, getOperationSign } from './session.ts'

/**
 * Takes a sensitive action through with the authorization that is held, or with a new one. The server may have
 * forgotten what this browser still holds (a changed password, a changed role): then it is asked for once more.
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

/** Whoever turns back at the gate need not be told so: forms and notices pass over a silent failure. */
export const turnedBack = (): CallError => new CallError('', { kind: 'answer', rcode: errorCodes.silent })
