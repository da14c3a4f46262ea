import { commandCalls, type CommandStep, historyCalls } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { call } from '../../lib/client.ts'
import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'
import { slotReads } from '../device/api.ts'
import {
  changeCommands,
  type CommandNews,
  type Commands,
  isFinished,
  noCommands,
  type PowerWish,
  type Tracked,
} from './command-state.ts'
import { type CommandPlace, givenBefore } from './given-before.ts'
import { useRetainedState } from './use-retained-state.ts'
import { commandPersistence } from './command-persistence.ts'

/** Poll interval with the live line up, in case it stays silent. */
const makeSureEveryMs = 4_000
const askEveryMs = 2_000

export type CommandTracking = {
  mine: readonly Tracked[]
  /** Ended before the page was opened, or dismissed. */
  past: readonly Tracked[]
  start: (step: CommandStep, asked: readonly number[], power?: PowerWish) => void
  /** Finds a command of this machine by the mark attached to it, whether it was given here or not. */
  heardOf: (mark: string) => CommandStep | undefined
  /** Loads the commands that were given meanwhile. */
  catchUp: (signal: AbortSignal) => void
  dismiss: (command: string) => void
}

/** The commands given on one tab of a machine's page. They are still there when the user comes back or reloads. */
export function useCommands(sn: string, place: CommandPlace): CommandTracking {
  const [commands, keep] = useRetainedState<Commands>(['commands', sn, place], noCommands, commandPersistence)
  const { mine, past, strangers } = commands
  const change = (news: CommandNews): void => keep((known) => changeCommands(known, news))
  useLiveEvents((event) => {
    if (event.kind === 'command' && event.data.sn === sn) change({ do: 'news', step: event.data })
  })
  const catchUp = useGivenBefore(sn, place, (given) => change({ do: 'takeOver', given }))
  useAsking(mine, (step) => change({ do: 'news', step }))
  useRefreshing(mine)
  return {
    mine,
    past,
    start: (step, asked, power) => change({ do: 'start', step, asked, power }),
    heardOf: (mark) =>
      [...mine, ...past]
        .map(({ step }) => step)
        .concat(strangers)
        .find(({ attach }) => attach === mark),
    catchUp,
    dismiss: (command) => change({ do: 'dismiss', command }),
  }
}

/** More lines would not help a user who opens the page. */
const latestLines = 20

async function recentCommands(sn: string, place: CommandPlace, signal: AbortSignal): Promise<Tracked[]> {
  const input = { pageNum: 1, pageSize: latestLines, condition: { sn, kind: 'command' as const } }
  const { data } = await call(historyCalls.getDevHistory, input, { quiet: true, signal })
  return givenBefore(data, sn, place)
}

/** Failures are ignored: the page works without the history, and the history's own tab shows them. */
const pass = (): void => undefined

/** Loads the commands that were given before the page was opened, or by another user; again when the caller asks. */
function useGivenBefore(sn: string, place: CommandPlace, onGiven: (given: Tracked[]) => void) {
  const tell = useEffectEvent(onGiven)
  useEffect(() => {
    const left = new AbortController()
    recentCommands(sn, place, left.signal).then((given) => tell(given), pass)
    return () => left.abort()
  }, [sn, place])
  return (signal: AbortSignal): void => void recentCommands(sn, place, signal).then(onGiven, pass)
}

/** Polls unfinished commands while the line is down, or when it has been silent for long. */
function useAsking(mine: readonly Tracked[], onNews: (step: CommandStep) => void): void {
  const live = useLiveOpen()
  const tell = useEffectEvent(onNews)
  // News of any of them restart the timer.
  useEffect(() => {
    const waiting = mine.filter(({ step }) => !isFinished(step))
    if (waiting.length === 0) return
    const ask = (): void => {
      for (const { step } of waiting)
        call(commandCalls.getCommand, { sn: step.sn, command: step.command }, { quiet: true }).then(
          (news) => tell(news),
          // A failure is ignored: the next poll may succeed.
          () => undefined,
        )
    }
    const timer = setInterval(ask, live ? makeSureEveryMs : askEveryMs)
    return () => clearInterval(timer)
  }, [mine, live])
}

/** Refreshes what a finished command has changed, instead of waiting for the machine's next report. */
function useRefreshing(mine: readonly Tracked[]): void {
  const client = useQueryClient()
  const finished = mine
    .filter(({ step }) => isFinished(step))
    .map(({ step }) => `${step.command} ${step.state}`)
    .join()
  // Commands that had finished before are on the page already.
  const known = useRef(finished)
  useEffect(() => {
    const before = known.current.split(',')
    known.current = finished
    if (finished.split(',').every((one) => before.includes(one))) return
    for (const { path } of slotReads) void client.invalidateQueries({ queryKey: [path] })
  }, [client, finished])
}
