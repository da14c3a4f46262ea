import { listeners } from '../../lib/listeners.ts'

/** What the search requests of the frame: a logout, which the user menu may confirm, and the list of shortcuts. */
export const logOutRequests = listeners()
export const shortcutRequests = listeners()
