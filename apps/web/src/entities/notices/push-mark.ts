import { readStored, removeStored, writeStored } from '../../lib/storage.ts'

/** Kept while this browser shows messages: for which account, and under which address the server knows the browser. */
export type PushMark = { username: string; endpoint: string }

const markKey = 'slotwise.push'

export function pushMark(): PushMark | undefined {
  try {
    const { username, endpoint } = JSON.parse(readStored(markKey) ?? '{}') as Partial<PushMark>
    return typeof username === 'string' && typeof endpoint === 'string' ? { username, endpoint } : undefined
  } catch {
    return undefined
  }
}

export const markPush = (mark: PushMark): void => writeStored(markKey, JSON.stringify(mark))
export const unmarkPush = (): void => removeStored(markKey)
