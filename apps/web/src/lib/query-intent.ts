import type { CallError } from './client.ts'
import { keepInTab, readInTab } from './tab-storage.ts'

/** Nobody knows whether the server did it: no answer came in time, or none that was ours. */
export const outcomeUnknown = (error: Pick<CallError, 'kind'>): boolean => error.kind !== 'answer'

export type Intent = {
  keyFor: (input: unknown) => string
  /** It happened. */
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

/** Also when one goes elsewhere and comes back, or loads the page anew: goods must not fall twice. */
export function lastingIntent(name: string): Intent {
  const place = `intent ${name}`
  const read = (): Pending | undefined => {
    const kept = readInTab(place)
    return isPending(kept) ? kept : undefined
  }
  return createIntent(randomKey, { read, keep: (pending) => keepInTab(place, pending) })
}

/**
 * One wish of the user, one idempotency key. Until it has happened, the same input is the same wish and must not happen
 * twice. A refusal ends nothing: it may come before the server looks at the key (no sign any more, too many calls), and
 * then says nothing about an attempt that got no answer. Another input begins a new wish; another sign does not.
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

/** A sign is the right to do it, not what is done; what is attached to a command is this key itself. */
const whatIsDone = (field: string, value: unknown): unknown =>
  field === 'sign' || field === 'attach' ? undefined : value

/** 128 bits. Not randomUUID: browsers offer that on secure pages only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
