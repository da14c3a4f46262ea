import { listeners } from '../../lib/listeners.ts'

/** What the search asks of the frame: a logout, before which the user menu may ask, and the list of shortcuts. */
export const logOutAsked = listeners()
export const shortcutsAsked = listeners()
