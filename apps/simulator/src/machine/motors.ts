import type { FaultCode, SlotResult } from '@slotwise/machine-protocol'

import { between } from '../random.ts'
import type { Life } from './life.ts'
import type { Piece } from './memory.ts'
import type { Shelves } from './shelves.ts'

export type Errand = {
  /** The id of the command or sale that moves the motors. */
  id: string
  items: readonly Piece[]
  /** A test of the motors: nothing has to come out. */
  test: boolean
  /** Called after each piece, with the results so far. */
  progress?(results: SlotResult[]): void
  done(results: SlotResult[]): void
}

/**
 * Turns motors and opens doors, one piece after the other. When a slot fails, the next slot is tried. The results have
 * one line for the pieces of a slot that came out and another for those that did not.
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
  // The slot is gone, or the machine was switched off during the motion.
  if (!slot || !life.memory.power.machine) return 'CTRL_TIMEOUT'
  const fault = life.hardware.turn(ch)
  if (fault !== undefined) {
    // A fault of the control board is not a fault of the slot.
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
