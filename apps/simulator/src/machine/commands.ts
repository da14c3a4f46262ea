/**
 * How a machine handles a command, in this order:
 *
 * 1. The id is known: it repeats its answer and, if there is one, the result, and does nothing else.
 * 2. The command is too old or dated too far ahead, or the machine does not know the time: refused.
 * 3. It cannot be done (type without it, no such slot, switched off, initializing, busy): refused.
 * 4. It stores the id, accepts, carries the command out, stores the result, and sends it.
 *
 * A refusal is stored as well, so that the same command is never carried out after the server was told of a refusal.
 * A machine that loses power after accepting reports 'interrupted' after its start, and never carries it out again.
 */
import { movesSomething, type Command } from '@slotwise/machine-protocol'

import { between } from '../random.ts'
import { isStill, release, when, type Life, type Outcome } from './life.ts'
import { recall, remember, type Remembered } from './memory.ts'
import { carryOut, impossible, letsMotionEnd, needsTheMotors, type Organs } from './operations.ts'

const minute = 60_000

/** Delay between accepting and beginning. */
const reactionMs = [50, 300] as const

/** A command dated this far ahead shows that one of the clocks is wrong. */
const mostAheadMs = 5 * minute

/** How long a machine lets a motion end before it is switched off or restarts. */
const motionPatienceMs = 20_000

type Times = Pick<Command, 'at' | 'ttl'>

export type CommandDesk = {
  take(command: Command): void
  /** A command that cannot be read but has an id: it comes from a newer server. */
  takeUnknown(id: string, times: Times | undefined): void
  /** After a start: reports commands that were accepted earlier and have no result as interrupted. */
  closeInterrupted(): void
}

export function makeCommandDesk(life: Life, organs: Organs): CommandDesk {
  const { memory, clock, say, notice } = life

  function sayAgain({ ack, result }: Remembered): void {
    say('ack', ack)
    if (result) say('result', { ...result, dup: true })
  }

  function untimely({ at, ttl }: Times): 'no time' | 'late' | undefined {
    const now = clock.now()
    if (now === undefined || at - now > mostAheadMs) return 'no time'
    return now > at + ttl ? 'late' : undefined
  }

  function answer(id: string, op: string, why: string | undefined): Remembered {
    const ack = why === undefined ? { id, accepted: true } : { id, accepted: false, why }
    const entry = remember(memory, { id, op, ack })
    say('ack', ack)
    notice({ what: 'command', id, op, accepted: ack.accepted, why })
    if (why === 'no time') organs.askTime()
    return entry
  }

  function finish(entry: Remembered, outcome: Outcome): string {
    entry.result = { id: entry.id, ...outcome }
    const mid = say('result', entry.result)
    notice({ what: 'result', id: entry.id, ok: outcome.ok, why: outcome.why })
    release(life, entry.id)
    return mid
  }

  function begin(command: Command, entry: Remembered): void {
    // The time limit is checked again right before goods move.
    const refusal = movesSomething(command.op) ? untimely(command) : undefined
    if (refusal !== undefined) return void finish(entry, { ok: false, items: [], why: refusal })
    const start = (): void => carryOut(life, organs, command, (outcome) => finish(entry, outcome))
    if (letsMotionEnd(command.op)) when(life, () => isStill(life), start, motionPatienceMs)
    else start()
  }

  return {
    take(command) {
      const known = recall(memory, command.id)
      if (known) return sayAgain(known)
      const why = untimely(command) ?? impossible(life, organs, command)
      const entry = answer(command.id, command.op, why)
      if (why !== undefined) return
      if (needsTheMotors(command.op)) life.motors.holder = command.id
      life.working(between(life.random, reactionMs), () => begin(command, entry))
    },
    takeUnknown(id, times) {
      const known = recall(memory, id)
      if (known) sayAgain(known)
      else answer(id, 'unknown', (times && untimely(times)) ?? 'not supported')
    },
    closeInterrupted() {
      for (const entry of memory.commands) {
        if (!entry.ack.accepted || entry.result) continue
        if (entry.op === 'setChannels') say('config', { init: 'done', slots: memory.slots.length })
        finish(entry, { ok: false, items: [], why: 'interrupted' })
      }
    },
  }
}
