/**
 * Marks of what this browser keeps of refills, so that the code for it is loaded only where there is any: visits that are
 * not sent or whose outcome was not seen, and data that a logout has to clear.
 */
import { useSyncExternalStore } from 'react'

import { listeners } from '../../lib/listeners.ts'
import { onStoredElsewhere, readStored, removeStored, writeStored } from '../../lib/storage.ts'

const visitsKey = 'slotwise.visits'
const dataKey = 'slotwise.refill-data'
const changes = listeners()
onStoredElsewhere([visitsKey], changes.emit)

export const hasVisits = (): boolean => readStored(visitsKey) !== undefined
export const hasRefillData = (): boolean => readStored(dataKey) !== undefined

function mark(key: string, is: boolean): void {
  if (is === (readStored(key) !== undefined)) return
  if (is) writeStored(key, '1')
  else removeStored(key)
  changes.emit()
}

export const markVisits = (are: boolean): void => mark(visitsKey, are)
export const markRefillData = (is: boolean): void => mark(dataKey, is)

export const useHasVisits = (): boolean => useSyncExternalStore(changes.subscribe, hasVisits)
