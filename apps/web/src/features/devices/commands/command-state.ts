import {
  type CommandItem,
  type CommandState,
  type CommandStep,
  type FaultCode,
  faultCodes,
  type powerMotions,
  type powerParts,
  isRefusal,
  type Refusal,
} from '@slotwise/contract'

/**
 * What becomes of commands, without React. A command is created, sent, acknowledged, and ends as done, failed or
 * cancelled. One that ended as expired or unknown may still hear from its machine: a late result counts. News come by
 * events and by answers, in any order, some twice: whatever is older than what is known is passed over. News may even
 * come before the answer to the call that gave the command, so that those of strangers are kept for a while. Whoever
 * opens the page anew takes over what was given before: the unfinished ones go on, the others are past.
 */
export type Tracked = {
  step: CommandStep
  /** The slots that were asked for, each as often as pieces of it were. */
  asked: readonly number[]
  /** What was switched, where the name of the command does not say it. */
  power?: PowerWish | undefined
}
export type PowerWish = { dev: (typeof powerParts)[number]; motion: (typeof powerMotions)[number] }
export type Commands = {
  /** The ones given here, the latest first. */
  mine: readonly Tracked[]
  /** Those that had ended before, or were dismissed: only what they found out still counts. The latest first. */
  past: readonly Tracked[]
  /** News of others of this machine. */
  strangers: readonly CommandStep[]
}
export type CommandNews =
  | ({ do: 'start' } & Tracked)
  | { do: 'news'; step: CommandStep }
  | { do: 'dismiss'; command: string }
  | { do: 'takeOver'; given: readonly Tracked[] }

export const noCommands: Commands = { mine: [], past: [], strangers: [] }

/** More would be a history, which has a page of its own. */
const mostKept = 20

const ranks: Record<CommandState, number> = {
  created: 0,
  sent: 1,
  acknowledged: 2,
  expired: 3,
  unknown: 3,
  cancelled: 4,
  failed: 4,
  done: 4,
}

export const isFinished = ({ state }: CommandStep): boolean => ranks[state] >= ranks.expired

/** Nothing more can come. */
const isSettled = ({ state }: CommandStep): boolean => ranks[state] === ranks.done

export function laterOf(known: CommandStep, news: CommandStep): CommandStep {
  if (isSettled(known)) return known
  const [was, is] = [ranks[known.state], ranks[news.state]]
  if (is !== was) return is > was ? news : known
  // A machine at work tells how far it has come: one more piece may stand in the same line.
  return piecesOf(news.items) > piecesOf(known.items) ? news : known
}

export const piecesOf = (items: readonly CommandItem[]): number =>
  items.reduce((sum, { n = 1 }) => sum + n, 0)

export function changeCommands(commands: Commands, news: CommandNews): Commands {
  switch (news.do) {
    case 'start':
      return start(commands, news)
    case 'dismiss':
      return dismiss(commands, news.command)
    case 'takeOver':
      return news.given.reduce(takeOver, commands)
    case 'news':
      return hear(commands, news.step)
  }
}

/** Numbers of commands grow. */
const latestFirst = (these: readonly Tracked[]): Tracked[] =>
  these.toSorted((a, b) => Number(b.step.command) - Number(a.step.command))
const kept = (these: readonly Tracked[]): Tracked[] => latestFirst(these).slice(0, mostKept)

function start(commands: Commands, { step, asked, power }: Tracked): Commands {
  const { mine, strangers } = commands
  const known = mine.find((one) => one.step.command === step.command)
  // The same call sent again after a time-out is answered with the same command.
  if (known) return hear(commands, step)
  const heard = strangers.find(({ command }) => command === step.command)
  return {
    ...commands,
    mine: kept([{ step: heard ? laterOf(step, heard) : step, asked, power }, ...mine]),
    strangers: strangers.filter((stranger) => stranger !== heard),
  }
}

function dismiss(commands: Commands, command: string): Commands {
  const { mine, past } = commands
  const gone = mine.filter(({ step }) => step.command === command)
  return {
    ...commands,
    mine: mine.filter((one) => !gone.includes(one)),
    past: kept([...gone, ...past]),
  }
}

function takeOver(commands: Commands, given: Tracked): Commands {
  const { mine, past } = commands
  const isSame = ({ step }: Tracked): boolean => step.command === given.step.command
  if (!isFinished(given.step) || mine.some(isSame)) return start(commands, given)
  return { ...commands, past: kept([given, ...past.filter((one) => !isSame(one))]) }
}

function hear(commands: Commands, news: CommandStep): Commands {
  const { mine, strangers } = commands
  const known = mine.find(({ step }) => step.command === news.command)
  if (known) {
    const step = laterOf(known.step, news)
    if (step === known.step) return commands
    return { ...commands, mine: mine.map((one) => (one === known ? { ...one, step } : one)) }
  }
  const before = strangers.find(({ command }) => command === news.command)
  const others = strangers.filter((stranger) => stranger !== before)
  return { ...commands, strangers: [before ? laterOf(before, news) : news, ...others].slice(0, mostKept) }
}

/** The stations of a command on its way, as far as they are known. */
export type Station = { state: CommandState; is: 'past' | 'now' | 'ahead' }

const way = ['created', 'sent', 'acknowledged'] as const

export function stationsOf(step: CommandStep): Station[] {
  const { state } = step
  if (ranks[state] <= ranks.acknowledged) {
    const now = ranks[state]
    return [...way, 'done' as const].map((station, index) => ({
      state: station,
      is: index < now ? 'past' : index === now ? 'now' : 'ahead',
    }))
  }
  return [...passed(step).map((station) => ({ state: station, is: 'past' as const })), { state, is: 'now' }]
}

/** What is not known to have happened is not claimed: who was refused or never answered was never at work. */
function passed(step: CommandStep): CommandState[] {
  const { state } = step
  if (state === 'cancelled' || isUnsent(step)) return ['created']
  return state === 'expired' || isRefused(step) ? ['created', 'sent'] : [...way]
}

/** The machine would not begin: nothing was tried. */
const isRefused = ({ state, why, items }: CommandStep): boolean =>
  state === 'failed' && items.length === 0 && isRefusal(why) && why !== 'interrupted'

/** It never left for the machine, so that nothing can have come of it. Any other silence leaves that open. */
export const isUnsent = ({ state, fault }: CommandStep): boolean =>
  state === 'expired' && fault === ('NETWORK' satisfies FaultCode)

const isFault = (code: string): code is FaultCode => faultCodes.some((known) => known === code)

/** Why it did not work, by a name that has words; a machine's own words as they are. */
export type Reason =
  | { kind: 'fault'; code: FaultCode }
  | { kind: 'refusal'; why: Refusal }
  | { kind: 'text'; text: string }

export function reasonOf({ fault, why }: Pick<CommandStep, 'fault' | 'why'>): Reason | undefined {
  if (fault !== null && isFault(fault)) return { kind: 'fault', code: fault }
  if (isRefusal(why)) return { kind: 'refusal', why }
  const text = why ?? fault ?? ''
  return text === '' ? undefined : { kind: 'text', text }
}

export const reasonOfItem = ({ fault }: CommandItem): Reason | undefined =>
  reasonOf({ fault: fault ?? null, why: null })

/** One line for what is the same; a slot that gave two pieces and then failed has two. */
export function linesOf(items: readonly CommandItem[]): (CommandItem & { n: number; key: string })[] {
  const lines = new Map<string, CommandItem & { n: number; key: string }>()
  for (const item of items) {
    const key = `${item.ch} ${item.ok} ${item.fault ?? ''}`
    lines.set(key, { ...item, key, n: (lines.get(key)?.n ?? 0) + (item.n ?? 1) })
  }
  return [...lines.values()]
}

export type SlotOutcome =
  | { is: 'waiting' | 'worked' | 'unclear' }
  | { is: 'failed'; reason: Reason | undefined }

/** How each slot did, by the latest command that tried it. One bad line makes a slot bad. */
export function outcomesBySlot(commands: readonly Tracked[]): Map<number, SlotOutcome> {
  const outcomes = new Map<number, SlotOutcome>()
  const tried = commands.filter(({ step }) => !isRefused(step) && !isUnsent(step))
  for (const { step, asked } of latestFirst(tried))
    for (const slot of asked) if (!outcomes.has(slot)) outcomes.set(slot, outcomeOf(step, slot))
  return outcomes
}

function outcomeOf(step: CommandStep, slot: number): SlotOutcome {
  const lines = step.items.filter(({ ch }) => ch === slot)
  const bad = lines.find(({ ok }) => !ok)
  if (bad) return { is: 'failed', reason: reasonOfItem(bad) ?? reasonOf(step) }
  if (lines.length > 0 || step.state === 'done') return { is: 'worked' }
  if (!isFinished(step)) return { is: 'waiting' }
  return step.state === 'failed' ? { is: 'failed', reason: reasonOf(step) } : { is: 'unclear' }
}
