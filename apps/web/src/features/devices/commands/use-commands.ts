import { type CommandStep, deviceCalls } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { call } from '../../../lib/client.ts'
import { useLiveEvents, useLiveOpen } from '../../../lib/live.ts'
import { ofSlots } from '../api.ts'
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
import { useKept } from './kept.ts'
import { outlivingCommands } from './outliving.ts'

/** With the line up: nothing came for so long. */
const makeSureEveryMs = 5_000
const askEveryMs = 2_000

export type CommandTracking = {
  mine: readonly Tracked[]
  /** Ended before the page was opened, or dismissed. */
  past: readonly Tracked[]
  start: (step: CommandStep, asked: readonly number[], power?: PowerWish) => void
  /** A command of this machine by what was attached to it, whether it was given here or not. */
  heardOf: (mark: string) => CommandStep | undefined
  /** Asks what has been given meanwhile. */
  catchUp: (signal: AbortSignal) => void
  dismiss: (command: string) => void
}

/** The commands given at one place of a machine's page. They are still there when one comes back, or opens it anew. */
export function useCommands(sn: string, place: CommandPlace): CommandTracking {
  const [commands, keep] = useKept<Commands>(['commands', sn, place], noCommands, outlivingCommands)
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

/** More would be of no use to whoever opens the page. */
const latestLines = 20

async function givenLately(sn: string, place: CommandPlace, signal: AbortSignal): Promise<Tracked[]> {
  const input = { pageNum: 1, pageSize: latestLines, condition: { sn, kind: 'command' as const } }
  const { data } = await call(deviceCalls.getDevHistory, input, { quiet: true, signal })
  return givenBefore(data, sn, place)
}

/** The page works without; the history has a tab that tells its failures. */
const pass = (): void => undefined

/** Asks once for what was given before the page was opened, or by somebody else; and again when it is wanted. */
function useGivenBefore(sn: string, place: CommandPlace, onGiven: (given: Tracked[]) => void) {
  const tell = useEffectEvent(onGiven)
  useEffect(() => {
    const left = new AbortController()
    givenLately(sn, place, left.signal).then((given) => tell(given), pass)
    return () => left.abort()
  }, [sn, place])
  return (signal: AbortSignal): void => void givenLately(sn, place, signal).then(onGiven, pass)
}

/** Asks what became of the unfinished ones while the line is down, or when it has been silent for long. */
function useAsking(mine: readonly Tracked[], onNews: (step: CommandStep) => void): void {
  const live = useLiveOpen()
  const tell = useEffectEvent(onNews)
  // News of any of them put the question off.
  useEffect(() => {
    const waiting = mine.filter(({ step }) => !isFinished(step))
    if (waiting.length === 0) return
    const ask = (): void => {
      for (const { step } of waiting)
        call(deviceCalls.getCommand, { sn: step.sn, command: step.command }, { quiet: true }).then(
          (news) => tell(news),
          // The next one may be answered.
          () => undefined,
        )
    }
    const timer = setInterval(ask, live ? makeSureEveryMs : askEveryMs)
    return () => clearInterval(timer)
  }, [mine, live])
}

/** What a finished command has changed is shown at once, not only when the machine says so by itself. */
function useRefreshing(mine: readonly Tracked[]): void {
  const client = useQueryClient()
  const finished = mine
    .filter(({ step }) => isFinished(step))
    .map(({ step }) => `${step.command} ${step.state}`)
    .join()
  // Those that had finished before are on the page already.
  const known = useRef(finished)
  useEffect(() => {
    const before = known.current.split(',')
    known.current = finished
    if (finished.split(',').every((one) => before.includes(one))) return
    for (const { path } of ofSlots) void client.invalidateQueries({ queryKey: [path] })
  }, [client, finished])
}
