import type { DownName, UpName } from '@slotwise/machine-protocol'

/** A message of a machine, not decoded yet. */
export type Incoming = { sn: string; name: UpName; payload: Buffer }

/** Why a message or connection was refused; counted for the metrics. */
export type RefusalReason =
  | 'wrong version'
  | 'wrong credentials'
  | 'wrong client id'
  | 'wrong keepalive'
  | 'foreign topic'
  | 'foreign subscription'
  | 'too large'
  | 'not UTF-8'
  | 'not JSON'
  | 'no envelope'
  | 'not its name'
  | 'wrong data'
  | 'bound to no merchant'
  | 'late'
  | 'contested number'
  | 'reused name'
  | 'order reported before'
  | 'last will'
  | 'store full'

/** What a broker needs from the gateway. */
export type Attendant = {
  /** Rejects when the machine should try again later. `isThere` tells whether the client still waits for its turn. */
  authenticate(credentials: { sn: string; secret: string }, isThere: () => boolean): Promise<boolean>
  /**
   * Resolves once the message is committed; only then is it acknowledged. Rejects when the machine has to send it
   * again, which is also when `isWanted` says no before it is its turn. Returns undefined when there is nothing to
   * wait for.
   */
  take(message: Incoming, isWanted: () => boolean): Promise<void> | undefined
  refuse(reason: RefusalReason, sn?: string): void
  /** Called when a machine has connected here; its connections to other gateways are outdated. */
  connected(sn: string, at: number): void
}

/** The link to machines: the embedded broker of this process, or an external one. */
export type Broker = {
  /** Whether a message for this machine can be sent from here. */
  reaches(sn: string): boolean
  /** Returns whether the machine was there to take it; undefined where only the broker knows. */
  send(sn: string, name: DownName, text: string): Promise<boolean | undefined>
  /** Machines that are connected to this process. */
  present(): string[]
  /** Ends the connection of a machine, if it is connected here since before `before`. */
  drop(sn: string, before: number): void
  close(): Promise<void>
}

/** Settings are retained for machines that connect later. Commands are not, because they must not run late. */
export const isRetained = (name: DownName): boolean => name === 'config'
