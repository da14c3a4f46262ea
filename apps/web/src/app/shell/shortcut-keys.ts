/** The keys of the console, and what a key means where the user is. */
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import type { ConsoleRoute } from '../console-route.ts'

/** After `g`: the page that a letter leads to. */
export const jumps: Readonly<Record<string, ConsoleRoute['path']>> = {
  h: '/dashboard',
  o: '/buyOrder',
  d: '/device',
  r: '/refill',
  a: '/alerts',
  s: '/region',
  p: '/goods',
  i: '/inbox',
}

export type Shortcut =
  | { kind: 'jump'; path: ConsoleRoute['path'] }
  | { kind: 'await' }
  | { kind: 'list' }
  | { kind: 'search' }
  | { kind: 'row'; step: 1 | -1 }
  /** Presses the button of the page, or of the dialog over it, that names the key. */
  | { kind: 'press'; key: 'n' | '[' | ']' }

export type Situation = {
  /** `g` was the key before. */
  isAwaiting: boolean
  /** The focus is where keys have a meaning of their own: in a field or a menu. */
  isTyping: boolean
  isCovered: boolean
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

export function shortcutOf(event: Key, { isAwaiting, isTyping, isCovered }: Situation): Shortcut | undefined {
  // Chrome's autofill reports keys without a name.
  if (isTyping || !event.key || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return undefined
  const { key } = event
  if (key === '[' || key === ']') return { kind: 'press', key }
  if (isCovered) return undefined
  if (isAwaiting) {
    const path = jumps[key.toLowerCase()]
    return path && { kind: 'jump', path }
  }
  switch (key) {
    case 'g':
      return { kind: 'await' }
    case '?':
      return { kind: 'list' }
    case '/':
      return { kind: 'search' }
    case 'j':
      return { kind: 'row', step: 1 }
    case 'k':
      return { kind: 'row', step: -1 }
    case 'n':
      return { kind: 'press', key }
    default:
      return undefined
  }
}

const storageKey = 'slotwise.shortcuts'

/** Whether single keys act. Speech input may press them by accident, so users can turn them off. */
export const areShortcutsOn = (): boolean => readStored(storageKey) !== 'off'

export const turnShortcuts = (on: boolean): void =>
  on ? removeStored(storageKey) : writeStored(storageKey, 'off')
