import { useSyncExternalStore } from 'react'

import { listeners } from './listeners.ts'

export type NoticeKind = 'success' | 'info' | 'warning' | 'error'
/** An action offered in a notice, such as undo. */
export type NoticeAction = { label: string; run: () => void }
type NoticeOptions = {
  /** A second, smaller line: the name of a file, a reason. */
  second?: string
  requestId?: string | undefined
  action?: NoticeAction
  /** For results that the user waits for and may not be looking at when they come. */
  stays?: boolean
}
export type Notice = { id: number; kind: NoticeKind; text: string } & NoticeOptions

const changes = listeners()
let notices: readonly Notice[] = []
let lastId = 0

/** Successes may be missed; errors stay long enough to be read twice. The toaster counts the time. */
const noticeMs: Record<NoticeKind, number> = { success: 3000, info: 4000, warning: 6000, error: 8000 }
/** Time to reach the notice's button. */
const actionMs = 8000
const stayMs = 20_000

export const lifeOf = ({ kind, action, stays }: Notice): number =>
  stays ? stayMs : action ? actionMs : noticeMs[kind]

/** At most this many at once: more would hide the page on a phone. */
const most = 4

/** Shows a short text that disappears by itself. The same text is not shown twice at once. */
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

export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore(changes.subscribe, currentNotices, currentNotices)
