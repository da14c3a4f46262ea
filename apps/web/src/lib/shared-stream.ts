/**
 * One live stream for all tabs of a browser in which the same session is open. The tab that holds a Web Lock leads: it
 * reads the stream and passes on what it hears over a BroadcastChannel. The browser passes the lock on as soon as that
 * tab is closed or killed.
 * Away: at first, and while the caller says so (long hidden, frozen, in the back/forward cache). Such a tab holds no
 * lock and waits for none, because it could neither read nor let go. `come` leads to Following.
 * Following: waits for the lock and handles what the leader passes on. To Leading when the lock is granted, or by taking
 * it, when the leader
 * - does not answer a visible tab (its tab is frozen or suspended),
 * - is hidden and has no line, because browsers slow down the timers by which it would connect again,
 * - has passed on an event while this tab was away. This tab then resumes after the last event that it has seen, and the
 *   others ignore the events that they know.
 * Leading: to Following when another tab takes the lock.
 */
import type { StreamBlock, StreamMessage } from './live-stream.ts'

/** What tabs tell each other. `after` is the leader's position before this block. */
type Said =
  | { says: 'hello' }
  | { says: 'state'; isOpen: boolean; isSeen: boolean; position: string | undefined }
  | { says: 'heard'; block: StreamBlock; after: string | undefined; isAnew: boolean }

export type SharedOptions = {
  /** Names the session. Tabs of different sessions share nothing. */
  name: string
  locks: Pick<LockManager, 'request'>
  /** Reads the stream after this position, until it is told to stop. */
  read: (from: string | undefined, to: StreamReader, stop: AbortSignal) => void
  isSeen: () => boolean
  onMessage: (message: StreamMessage) => void
  onOpenChange: (isOpen: boolean) => void
  /** The browser allows this page no locks or no channel. */
  onRefused: () => void
  lookMs?: number
  answerMs?: number
}

export type StreamReader = {
  onBlock: (block: StreamBlock) => void
  onOpenChange: (isOpen: boolean) => void
}

export type LiveLine = {
  /** Takes part, if it does not yet. Called whenever the tab becomes visible, too. */
  come: () => void
  go: () => void
}

const isBefore = (one: string, other: string): boolean => BigInt(one) < BigInt(other)

export function shareStream(options: SharedOptions): LiveLine {
  const { name, locks, read, isSeen, onMessage, onOpenChange } = options
  const { onRefused, lookMs = 2_000, answerMs = 2_500 } = options
  let position: string | undefined
  let isOpen = false
  let isLeading = false
  /** Whether the leader has said anything since the last look. */
  let hasHeard = false
  let channel: BroadcastChannel | undefined
  /** Ends the wait for the lock, or the lead. */
  let turn = new AbortController()
  let looks: ReturnType<typeof setInterval> | undefined
  let answer: ReturnType<typeof setTimeout> | undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  const say = (said: Said): void => channel?.postMessage(said)
  const sayState = (): void => say({ says: 'state', isOpen, isSeen: isSeen(), position })
  function setOpen(open: boolean): void {
    isOpen = open
    onOpenChange(open)
  }

  async function stand(how: 'wait' | 'take'): Promise<void> {
    turn.abort()
    const mine = (turn = new AbortController())
    isLeading = false
    try {
      await locks.request(name, how === 'take' ? { steal: true } : { signal: mine.signal }, () =>
        lead(mine.signal),
      )
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) return onRefused()
    }
    // Another tab has taken the lock.
    if (!mine.signal.aborted) void stand('wait')
  }
  const take = (): void => void stand('take')

  /** Lets go of the lock as soon as it is told to, however long the end of the stream takes. */
  function lead(stop: AbortSignal): Promise<void> | void {
    if (stop.aborted) return
    isLeading = true
    const reader: StreamReader = {
      onBlock: (block) => {
        if (!stop.aborted) passOn(block)
      },
      onOpenChange: (open) => {
        if (stop.aborted) return
        setOpen(open)
        sayState()
      },
    }
    read(position, reader, stop)
    return new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
  }

  function passOn(block: StreamBlock): void {
    const after = position
    const { id, message } = block
    // The numbers begin anew when the server's data was restored.
    const isAnew = id !== undefined && after !== undefined && isBefore(id, after)
    // The position first: a message that fails to be handled must not come again for ever.
    position = id ?? position
    say({ says: 'heard', block, after, isAnew })
    if (message) onMessage(message)
  }

  const hasMissed = (present: string | undefined): boolean =>
    position !== undefined && present !== undefined && isBefore(position, present)

  function follow({ block: { id, message }, after, isAnew }: Extract<Said, { says: 'heard' }>): void {
    if (isAnew) position = undefined
    else if (hasMissed(after)) return take()
    if (id !== undefined) {
      if (position !== undefined && !isBefore(position, id)) return
      position = id
    }
    if (message) onMessage(message)
  }

  function hear(said: Said): void {
    if (said.says === 'hello') {
      if (isLeading) sayState()
      return
    }
    if (isLeading) return
    hasHeard = true
    if (said.says === 'heard') return follow(said)
    if (isSeen() && !said.isSeen && !said.isOpen) return take()
    if (hasMissed(said.position)) return take()
    position ??= said.position
    setOpen(said.isOpen)
  }

  function look(): void {
    if (isLeading || !isSeen() || answer !== undefined) return
    hasHeard = false
    say({ says: 'hello' })
    answer = setTimeout(() => {
      answer = undefined
      if (!hasHeard && !isLeading && isSeen()) take()
    }, answerMs)
  }

  return {
    come: () => {
      if (!channel) {
        try {
          channel = new BroadcastChannel(name)
        } catch {
          return onRefused()
        }
        channel.addEventListener('message', ({ data }: MessageEvent<Said>) => hear(data))
        looks = setInterval(() => {
          if (!hasHeard) look()
          else if (answer === undefined) hasHeard = false
        }, lookMs)
        void stand('wait')
      }
      look()
    },
    go: () => {
      clearInterval(looks)
      clearTimeout(answer)
      answer = undefined
      turn.abort()
      channel?.close()
      channel = undefined
      isLeading = false
      setOpen(false)
    },
  }
}
