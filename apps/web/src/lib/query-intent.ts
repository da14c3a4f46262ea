import type { CallError } from './client.ts'
import { keepInTab, readInTab } from './tab-storage.ts'

/** True when no answer came in time, or none in our format, so the server may or may not have made the change. */
export const outcomeUnknown = (error: Pick<CallError, 'kind'>): boolean => error.kind !== 'answer'

export type Intent = {
  keyFor: (input: unknown) => string
  /** Called when the change has happened. */
  done: () => void
}

type Pending = { input: string; key: string }
type Memory = { read: () => Pending | undefined; keep: (pending: Pending | undefined) => void }

function pageMemory(): Memory {
  let pending: Pending | undefined
  return { read: () => pending, keep: (next) => void (pending = next) }
}

const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' &&
  value !== null &&
  'input' in value &&
  typeof value.input === 'string' &&
  'key' in value &&
  typeof value.key === 'string'

/** An intent that survives navigation and reload within the tab, so that a machine never dispenses twice. */
export function lastingIntent(name: string): Intent {
  const place = `intent ${name}`
  const read = (): Pending | undefined => {
    const stored = readInTab(place)
    return isPending(stored) ? stored : undefined
  }
  return createIntent(randomKey, { read, keep: (pending) => keepInTab(place, pending) })
}

/**
 * One intent of the user has one idempotency key. Until it has happened, the same input belongs to the same intent and
 * must not happen twice. A refusal does not end the intent: it may come before the server looks at the key (sign
 * expired, too many calls) and so says nothing about an earlier attempt without an answer. Another input starts a new
 * intent; another sign does not.
 */
export function createIntent(newKey: () => string = randomKey, memory: Memory = pageMemory()): Intent {
  return {
    keyFor: (input) => {
      const text = JSON.stringify(input, whatIsDone)
      const known = memory.read()
      if (known?.input === text) return known.key
      const key = newKey()
      memory.keep({ input: text, key })
      return key
    },
    done: () => memory.keep(undefined),
  }
}

/** Leaves out the sign, which only authorizes the change, and `attach`, which holds this key itself. */
const whatIsDone = (field: string, value: unknown): unknown =>
  field === 'sign' || field === 'attach' ? undefined : value

/** 128 bits. randomUUID exists on secure pages only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
