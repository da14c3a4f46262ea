import { isComposingKey, keyName } from './input-method.ts'

/** Apple's keyboards have a key of their own for commands. */
const isApple = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.userAgent ?? '')

/** The keys that open the search, as this device names them. */
export const searchKeys = isApple ? '⌘ K' : 'Ctrl K'

export const isSearchKey = (event: KeyboardEvent): boolean =>
  keyName(event) === 'k' &&
  (isApple ? event.metaKey : event.ctrlKey) &&
  !event.shiftKey &&
  !event.altKey &&
  !isComposingKey(event)
