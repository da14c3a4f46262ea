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
 * The state of commands, without React. A command is created, sent, acknowledged, and ends as done, failed or
 * cancelled. After expired or unknown, a late result of the machine still counts. News come by events and by answers,
 * in any order and sometimes twice: news older than the known state are ignored. News may even come before the answer
 * to the call that gave the command, so news of unknown commands are kept for a while. A page that is opened again
 * takes over earlier commands: unfinished ones go on, the others are past.
 */
export type Tracked = {
  step: CommandStep
  /** The requested slots, one entry for each piece. */
  asked: readonly number[]
  /** What was switched, where the name of the command does not say it. */
  power?: PowerWish | undefined
}
export type PowerWish = { dev: (typeof powerParts)[number]; motion: (typeof powerMotions)[number] }
export type Commands = {
  /** The commands given here, the latest first. */
  mine: readonly Tracked[]
  /** Commands that had ended before, or were dismissed; only their results still count. The latest first. */
  past: readonly Tracked[]
  /** News of other commands of this machine. */
  strangers: readonly CommandStep[]
}
export type CommandNews =
  | ({ do: 'start' } & Tracked)
  | { do: 'news'; step: CommandStep }
  | { do: 'dismiss'; command: string }
  | { do: 'takeOver'; given: readonly Tracked[] }

export const noCommands: Commands = { mine: [], past: [], strangers: [] }

/** Older commands are on the history page. */
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

/** No more news can come. */
const isSettled = ({ state }: CommandStep): boolean => ranks[state] === ranks.done

export function laterOf(known: CommandStep, news: CommandStep): CommandStep {
  if (isSettled(known)) return known
  const [was, is] = [ranks[known.state], ranks[news.state]]
  if (is !== was) return is > was ? news : known
  // A working machine reports its progress in the same state: more pieces mean later news.
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

/** The numbers of commands increase. */
const latestFirst = (these: readonly Tracked[]): Tracked[] =>
  these.toSorted((a, b) => Number(b.step.command) - Number(a.step.command))
const latest = (these: readonly Tracked[]): Tracked[] => latestFirst(these).slice(0, mostKept)

function start(commands: Commands, { step, asked, power }: Tracked): Commands {
  const { mine, strangers } = commands
  const known = mine.find((one) => one.step.command === step.command)
  // The same call sent again after a time-out is answered with the same command.
  if (known) return hear(commands, step)
  const heard = strangers.find(({ command }) => command === step.command)
  return {
    ...commands,
    mine: latest([{ step: heard ? laterOf(step, heard) : step, asked, power }, ...mine]),
    strangers: strangers.filter((stranger) => stranger !== heard),
  }
}

function dismiss(commands: Commands, command: string): Commands {
  const { mine, past } = commands
  const gone = mine.filter(({ step }) => step.command === command)
  return {
    ...commands,
    mine: mine.filter((one) => !gone.includes(one)),
    past: latest([...gone, ...past]),
  }
}

function takeOver(commands: Commands, given: Tracked): Commands {
  const { mine, past } = commands
  const isSame = ({ step }: Tracked): boolean => step.command === given.step.command
  if (!isFinished(given.step) || mine.some(isSame)) return start(commands, given)
  return { ...commands, past: latest([given, ...past.filter((one) => !isSame(one))]) }
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

/** The known states of a command, in order. */
export type Station = { state: CommandState; is: 'past' | 'now' | 'ahead' }

const statesOnTheWay = ['created', 'sent', 'acknowledged'] as const

export function stationsOf(step: CommandStep): Station[] {
  const { state } = step
  if (ranks[state] <= ranks.acknowledged) {
    const now = ranks[state]
    return [...statesOnTheWay, 'done' as const].map((station, index) => ({
      state: station,
      is: index < now ? 'past' : index === now ? 'now' : 'ahead',
    }))
  }
  return [...passed(step).map((station) => ({ state: station, is: 'past' as const })), { state, is: 'now' }]
}

/** Claims only what is known: a machine that refused or never answered did not start the work. */
function passed(step: CommandStep): CommandState[] {
  const { state } = step
  if (state === 'cancelled' || isUnsent(step)) return ['created']
  return state === 'expired' || isRefused(step) ? ['created', 'sent'] : [...statesOnTheWay]
}

/** The machine refused before it tried anything. */
const isRefused = ({ state, why, items }: CommandStep): boolean =>
  state === 'failed' && items.length === 0 && isRefusal(why) && why !== 'interrupted'

/** True when the command never left for the machine, so it had no effect. Any other silence leaves that open. */
export const isUnsent = ({ state, fault }: CommandStep): boolean =>
  state === 'expired' && fault === ('NETWORK' satisfies FaultCode)

const isFault = (code: string): code is FaultCode => faultCodes.some((known) => known === code)

/** Why it failed, by a name that has texts; else the machine's own words. */
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

/** Merges equal results into one line; a slot that gave two pieces and then failed has two lines. */
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

/** The result of each slot, by the latest command that tried it. One failed line makes the slot failed. */
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
