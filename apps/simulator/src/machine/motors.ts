import type { FaultCode, SlotResult } from '@slotwise/machine-protocol'

import { between } from '../random.ts'
import type { Life } from './life.ts'
import type { Piece } from './memory.ts'
import type { Shelves } from './shelves.ts'

export type Errand = {
  /** Of the command or the sale: whose motion this is. */
  id: string
  items: readonly Piece[]
  /** To see whether the motors work: nothing has to come out then. */
  test: boolean
  /** After each piece, with what has come out until then. */
  progress?(results: SlotResult[]): void
  done(results: SlotResult[]): void
}

/**
 * Turns motors and opens doors, one piece after the other. A slot that fails is left alone and the next one tried. The
 * results have a line for the pieces of a slot that came out and another one for those that did not.
 */
export function runErrand(life: Life, shelves: Shelves, { id, items, test, progress, done }: Errand): void {
  const results: SlotResult[] = []

  function next(at: number, out: number): void {
    const item = items[at]
    if (!item) return done(results)
    const { ch, n } = item
    if (out === n) {
      results.push({ ch, n, ok: true })
      return next(at + 1, 0)
    }
    life.notice({ what: 'motion', id, ch, piece: out + 1 })
    life.working(between(life.random, life.kind.turnMs), () => {
      const fault = turn(life, shelves, ch, test)
      if (fault === undefined) {
        progress?.([...results, { ch, n: out + 1, ok: true }])
        return next(at, out + 1)
      }
      if (out > 0) results.push({ ch, n: out, ok: true })
      results.push({ ch, n: n - out, ok: false, fault })
      progress?.([...results])
      next(at + 1, 0)
    })
  }
  life.notice({ what: 'begin', id })
  next(0, 0)
}

function turn(life: Life, shelves: Shelves, ch: number, test: boolean): FaultCode | undefined {
  const slot = shelves.find(ch)
  // Switched off in the middle of it.
  if (!slot || !life.memory.power.machine) return 'CTRL_TIMEOUT'
  const fault = life.hardware.turn(ch)
  if (fault !== undefined) {
    // The board's own fault is not the slot's.
    if (life.hardware.broken() === undefined) shelves.failed(slot, fault)
    return fault
  }
  shelves.works(slot)
  if (life.kind.moves === 'pulses') return undefined
  if (slot.qty === 0) return test ? undefined : 'CONFIRM_TIMEOUT'
  shelves.took(slot)
  return undefined
}

export const everythingCame = (results: readonly SlotResult[]): boolean => results.every(({ ok }) => ok)
