import type { CallError } from './client.ts'

/** Nobody knows whether the server did it: no answer came in time, or none that was ours. */
export const outcomeUnknown = (error: Pick<CallError, 'kind'>): boolean => error.kind !== 'answer'

export type Intent = {
  keyFor: (input: unknown) => string
  settle: (error: Pick<CallError, 'kind'> | null) => void
}

/**
 * One wish of the user, one idempotency key. As long as the outcome of an attempt is unknown, the same input is the
 * same wish and must not happen twice. A certain outcome, or another input, begins a new wish.
 */
export function createIntent(newKey: () => string = randomKey): Intent {
  let pending: { input: string; key: string } | undefined
  return {
    keyFor: (input) => {
      const text = JSON.stringify(input)
      if (pending?.input !== text) pending = { input: text, key: newKey() }
      return pending.key
    },
    settle: (error) => {
      if (error === null || !outcomeUnknown(error)) pending = undefined
    },
  }
}

/** 128 bits. Not randomUUID: browsers offer that on secure pages only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
