import type { Subscriber } from '../machine/machine.ts'
import type { Send } from '../machine/voice.ts'

/** The connection of a machine to the server. It reconnects by itself until `hangUp` or `cut`. */
export type Line = {
  send: Send
  dial(): void
  /** Sends what is pending, disconnects in order and does not reconnect. */
  hangUp(): void
  /** Disconnects without a message. Reconnects only when dialled again. */
  cut(): void
  /** Disconnects, and reconnects as after any other failure. */
  drop(): void
  /** Publishes any payload to any topic, for machines that send garbage. */
  publish(topic: string, payload: string): void
  /** Resolves when the connection has ended after `hangUp`. */
  closed(): Promise<void>
}

export type OpenLine = (subscriber: Subscriber) => Line
