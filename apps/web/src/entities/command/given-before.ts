import { type HistoryLine, Items, Numbers, PowerArgs, Pulses, pulseSlot } from '@slotwise/contract'

import type { PowerWish, Tracked } from './command-state.ts'

/** The tabs of a machine's page that give commands. */
export type CommandPlace = 'remote' | 'test' | 'init'

const opsOf: Record<CommandPlace, readonly string[]> = {
  remote: ['dispense', 'led', 'power', 'restart', 'refreshSetting'],
  test: ['testOut'],
  init: ['setChannels', 'resetSlot'],
}

type CommandLine = Extract<HistoryLine, { kind: 'command' }>
type Args = CommandLine['args']

const timesOf = (slot: number, count: number): number[] => Array.from({ length: count }, () => slot)

function askedIn(args: Args): number[] {
  const items = Items.safeParse(args).data?.items
  if (items) return items.flatMap(({ ch, n }) => timesOf(ch, n))
  const pulses = Pulses.safeParse(args).data?.pulses
  if (pulses !== undefined) return timesOf(pulseSlot, pulses)
  return Numbers.safeParse(args).data?.slots.map(({ from }) => from) ?? []
}

function powerIn({ op, args }: CommandLine): PowerWish | undefined {
  if (op !== 'power' && op !== 'restart') return undefined
  const wish = PowerArgs.safeParse(args).data
  if (!wish) return undefined
  if (op === 'restart') return { dev: wish.part, motion: 'restart' }
  return { dev: wish.part, motion: wish.on ? 'on' : 'off' }
}

/** The commands of one tab from the history, as if they had been given here. */
export function givenBefore(lines: readonly HistoryLine[], sn: string, place: CommandPlace): Tracked[] {
  return lines
    .filter((line) => line.kind === 'command')
    .filter(({ op }) => opsOf[place].includes(op))
    .map((line) => {
      const { command, op, state, fault, why, attach, items } = line
      return {
        step: { command, sn, op, state, fault, why, attach, items },
        asked: askedIn(line.args),
        power: powerIn(line),
      }
    })
}
