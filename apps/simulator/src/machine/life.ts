import type { FaultCode, MachineType, UpMessage, UpName } from '@slotwise/machine-protocol'

import type { Random } from '../random.ts'
import type { Hardware } from './hardware.ts'
import type { Kind } from './kinds.ts'
import type { Memory } from './memory.ts'
import type { ServerClock } from './server-clock.ts'

/** Something that others may want to see: tests count motions, the status line counts the rest. */
export type Notice =
  /** The motion of a command or a sale begins; then each piece of it. */
  | { what: 'begin'; id: string }
  | { what: 'motion'; id: string; ch: number; piece: number }
  | { what: 'command'; id: string; op: string; accepted: boolean; why?: string | undefined }
  | { what: 'result'; id: string; ok: boolean; why?: string | undefined }
  | { what: 'sale'; saleId: string; result: UpMessage<'sale'>['result'] }
  | { what: 'order'; reqId: string; state: 'asked' | 'given up' }
  | { what: 'fault'; code: FaultCode; ch?: number | undefined; active: boolean }

/** What became of a command. */
export type Outcome = Omit<UpMessage<'result'>, 'id' | 'dup'>

/** Does it so many milliseconds later, unless it is called off. */
export type Schedule = (ms: number, work: () => void) => () => void

/** Says something to the server and returns the message's number. Off line it is kept for later, if it is of the kind. */
export type Say = <Name extends UpName>(name: Name, data: UpMessage<Name>) => string

/**
 * One life of a machine, from switching on to the end of power: what its parts share. All of it is lost with the power
 * but the memory and the hardware.
 */
export type Life = {
  sn: string
  type: MachineType
  kind: Kind
  memory: Memory
  hardware: Hardware
  random: Random
  clock: ServerClock
  say: Say
  notice(notice: Notice): void
  /** By the clock on the wall. */
  schedule: Schedule
  /** By the machine's own pace, which demonstrations and tests speed up. */
  working: Schedule
  motors: {
    /** Whose turn it is: the id of a command or a sale. */
    holder: string | undefined
  }
  /** A customer has been asked to pay on line. */
  ordering: boolean
  /** What waits for something to be so. */
  waiting: Set<Waiting>
  /** It looks for its slots and can do nothing else. */
  initializing: boolean
  /** The computer behind the screen is up. */
  screen: boolean
}

type Waiting = { ready(): boolean; work(): void }

/** Nothing moves, and nobody plays. */
export const isStill = ({ motors }: Life): boolean => motors.holder === undefined

/** Nor is anybody buying. */
export const isFree = (life: Life): boolean =>
  isStill(life) && life.memory.serving === undefined && !life.ordering

/** Does it as soon as this is so, and after so long in any case. */
export function when(life: Life, ready: () => boolean, work: () => void, patienceMs?: number): void {
  if (ready()) return work()
  const waiting: Waiting = {
    ready,
    work() {
      life.waiting.delete(waiting)
      stop()
      work()
    },
  }
  const stop = patienceMs === undefined ? () => {} : life.schedule(patienceMs, waiting.work)
  life.waiting.add(waiting)
}

/** Something has changed: whoever waited for it goes on. */
export function settle(life: Life): void {
  for (const waiting of life.waiting) if (waiting.ready()) waiting.work()
}

/** Gives the motors back. */
export function release(life: Life, id: string): void {
  if (life.motors.holder !== id) return
  life.motors.holder = undefined
  settle(life)
}
