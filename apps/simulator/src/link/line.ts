import type { Subscriber } from '../machine/machine.ts'
import type { Send } from '../machine/voice.ts'

/** What connects a machine with the server. It dials again by itself until it is hung up. */
export type Line = {
  send: Send
  dial(): void
  /** Lets out what was said, says goodbye and stays away. */
  hangUp(): void
  /** Breaks off without a word. Comes back only when dialled again. */
  cut(): void
  /** Breaks off, and dials again like after any other accident. */
  drop(): void
  /** Whatever, wherever: for machines that send rubbish. */
  publish(topic: string, payload: string): void
  /** When everything is over after hanging up. */
  closed(): Promise<void>
}

export type OpenLine = (subscriber: Subscriber) => Line
