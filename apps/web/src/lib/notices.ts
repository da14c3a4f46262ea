import { useSyncExternalStore } from 'react'

import { listeners } from './listeners.ts'

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'
/** Something to do about it, such as taking it back. */
export type NoticeAction = { label: string; run: () => void }
type NoticeOptions = {
  /** A quieter second line: the name of a file, a reason. */
  second?: string
  requestId?: string | undefined
  action?: NoticeAction
  /** For what somebody is waiting for, and may not be looking when it comes. */
  stays?: boolean
}
export type Notice = { id: number; kind: NoticeKind; text: string } & NoticeOptions

const changes = listeners()
let notices: readonly Notice[] = []
let lastId = 0

/** Good news may be missed; bad news stays long enough to be read twice. The toaster counts the time. */
const noticeMs: Record<NoticeKind, number> = { success: 3000, info: 4000, warning: 6000, error: 8000 }
/** What can be acted on stays until the hand is there. */
const actionMs = 8000
const stayMs = 20_000

export const lifeOf = ({ kind, action, stays }: Notice): number =>
  stays ? stayMs : action ? actionMs : noticeMs[kind]

/** At most this many at once: on a phone more would hide the page. */
const most = 4

/** Shows a short text that goes away by itself. The same text is not shown twice at once. */
export function notify(kind: NoticeKind, text: string, options: NoticeOptions = {}): void {
  if (text === '') return
  const isSame = (notice: Notice): boolean =>
    notice.kind === kind && notice.text === text && notice.second === options.second
  const others = notices.filter((notice) => !isSame(notice))
  lastId += 1
  const notice: Notice = { id: lastId, kind, text, ...options }
  notices = [...others, notice].slice(-most)
  changes.emit()
}

export function dismissNotice(id: number): void {
  notices = notices.filter((notice) => notice.id !== id)
  changes.emit()
}

export const currentNotices = (): readonly Notice[] => notices

export const useNotices = (): readonly Notice[] => useSyncExternalStore(changes.subscribe, currentNotices)
