import type { DownMessage, FaultCode, MachineType, UpMessage, UpName } from '@slotwise/machine-protocol'

import type { Random } from '../random.ts'
import type { Hardware } from './hardware.ts'
import type { Kind } from './kinds.ts'
import type { Memory } from './memory.ts'
import type { ServerClock } from './server-clock.ts'

/** Something to observe: tests count motions, the status line counts the rest. */
export type Notice =
  /** The motion of a command or a sale begins; `motion` follows for each piece. */
  | { what: 'begin'; id: string }
  | { what: 'motion'; id: string; ch: number; piece: number }
  | { what: 'command'; id: string; op: string; accepted: boolean; why?: string | undefined }
  | { what: 'result'; id: string; ok: boolean; why?: string | undefined }
  | { what: 'sale'; saleId: string; result: UpMessage<'sale'>['result'] }
  | { what: 'order'; reqId: string; state: 'asked' | 'given up' }
  /** The screen shows the customer a code to scan. */
  | { what: 'code'; reqId: string; code: string }
  | ({ what: 'slip' } & DownMessage<'error'>)
  | { what: 'fault'; code: FaultCode; ch?: number | undefined; active: boolean }

/** The result of a command. */
export type Outcome = Omit<UpMessage<'result'>, 'id' | 'dup'>

/** Runs the work after this many milliseconds, unless it is cancelled by the returned function. */
export type Schedule = (ms: number, work: () => void) => () => void

/**
 * Sends a message to the server and returns its number. Offline, messages that the server must get are stored for
 * later.
 */
export type Say = <Name extends UpName>(name: Name, data: UpMessage<Name>) => string

/**
 * One life of a machine, from power on to power off: the state that its parts share. Only memory and hardware survive a
 * power cut.
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
  /** In real time. */
  schedule: Schedule
  /** In the machine's working time, which demonstrations and tests speed up. */
  working: Schedule
  motors: {
    /** The id of the command or sale that uses the motors. */
    holder: string | undefined
  }
  /** A customer has been asked for an online payment. */
  ordering: boolean
  /** Work that waits for a condition. */
  waiting: Set<Waiting>
  /** The machine searches for its slots and can do nothing else. */
  initializing: boolean
  /** The computer that drives the screen is running. */
  screen: boolean
}

type Waiting = { ready(): boolean; work(): void }

/** Whether nothing moves and no game is played. */
export const isStill = ({ motors }: Life): boolean => motors.holder === undefined

/** Whether, in addition, no customer is buying. */
export const isFree = (life: Life): boolean =>
  isStill(life) && life.memory.serving === undefined && !life.ordering

/** Runs the work as soon as the condition holds, and after `patienceMs` in any case. */
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

/** Runs the waiting work whose condition holds by now. */
export function settle(life: Life): void {
  for (const waiting of life.waiting) if (waiting.ready()) waiting.work()
}

/** Frees the motors, if this id uses them. */
export function release(life: Life, id: string): void {
  if (life.motors.holder !== id) return
  life.motors.holder = undefined
  settle(life)
}
