import type { DownName, UpName } from '@slotwise/machine-protocol'

/** What a machine sent, as it came. */
export type Incoming = { sn: string; name: UpName; text: string }

/** Why something was turned away: a few words each, to be counted. */
export type RefusalReason =
  | 'wrong credentials'
  | 'wrong client id'
  | 'foreign topic'
  | 'foreign subscription'
  | 'too large'
  | 'not JSON'
  | 'no envelope'
  | 'not its name'
  | 'wrong data'
  | 'bound to nobody'
  | 'late'
  | 'too much at once'

/** What a broker needs of us. */
export type Attendant = {
  /** Rejects: not now. Who waits to be let in may have left by the time it is his turn. */
  authenticate(credentials: { sn: string; secret: string }, isThere: () => boolean): Promise<boolean>
  /**
   * Resolves once what was sent is stored for good; only then is it acknowledged. Rejects: it is to be sent again.
   * Answers at once where there is nothing to wait for.
   */
  take(message: Incoming): Promise<void> | undefined
  refuse(reason: RefusalReason, sn?: string): void
  /** A machine has connected here; a connection of it elsewhere is of the past. */
  connected(sn: string, at: number): void
}

/** The link to machines, whoever runs it: our own broker in this process, or somebody's beside it. */
export type Broker = {
  /** Whether a message for this machine can leave from here. */
  reaches(sn: string): boolean
  send(sn: string, name: DownName, text: string): Promise<void>
  /** Machines that are connected to this process. */
  present(): string[]
  /** Ends the connection of a machine, if it is here and was made before. */
  drop(sn: string, before: number): void
  close(): Promise<void>
}

/** Settings wait for a machine that comes later; whatever moves something does not. */
export const isRetained = (name: DownName): boolean => name === 'config'
