import { faultsOf, type FaultCode, type MachineType } from '@slotwise/machine-protocol'

import { chance, pick, type Random } from '../random.ts'
import { kindOf } from './kinds.ts'

/** The hardware: defects survive power cuts, and turns fail by chance. */
export type Hardware = {
  /** Turns a slot's motor or opens its door once. Returns the fault, if any. */
  turn(ch: number): FaultCode | undefined
  /** Makes a slot, or without `ch` the whole machine, fail with this code from now on. */
  breakDown(code: FaultCode, ch?: number): void
  mend(ch?: number): void
  broken(ch?: number): FaultCode | undefined
}

export type HardwareOptions = {
  type: MachineType
  random: Random
  /** Probability that a turn fails, for all slots or per slot. */
  failure?: number | ((ch: number) => number)
}

export function makeHardware({ type, random, failure = 0 }: HardwareOptions): Hardware {
  const { troubles } = kindOf(type)
  const slots = new Map<number, FaultCode>()
  let board: FaultCode | undefined

  return {
    turn(ch) {
      const broken = board ?? slots.get(ch)
      if (broken !== undefined) return broken
      const probability = typeof failure === 'number' ? failure : failure(ch)
      return chance(random, probability) ? pick(random, troubles) : undefined
    },
    breakDown(code, ch) {
      if (!faultsOf(type).includes(code)) throw new RangeError(`a ${type} machine cannot have ${code}`)
      if (ch === undefined) board = code
      else slots.set(ch, code)
    },
    mend(ch) {
      if (ch === undefined) board = undefined
      else slots.delete(ch)
    },
    broken: (ch) => (ch === undefined ? board : slots.get(ch)),
  }
}
