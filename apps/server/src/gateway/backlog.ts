/**
 * The messages of connected machines that were read but are not acknowledged yet.
 *
 * A connection is read on while its messages are being stored; otherwise the answer to a command would not even be read
 * before the long outbox in front of it is stored. A message is acknowledged when it and all messages before it are
 * stored, because MQTT demands PUBACKs in the order of their messages. When one cannot be stored, the connection ends:
 * the machine sends again what was not acknowledged, so none of it is acknowledged any more.
 *
 * Memory is bounded. A machine may have ten messages on the way, and so many are always read. A machine that has more is
 * read on until its messages, or those of all machines, take too much memory; then it is not read until some are done.
 */
import { mostInFlight } from '@slotwise/machine-protocol'

/** What a waiting message takes about, besides its payload. */
const besidesPayload = 512

export type Limits = {
  /** Bytes of one connection, and of all. */
  ofOne: number
  ofAll: number
}

/** What a backlog does to its connection. */
type Connection = { pause(): void; resume(): void; end(): void }

type Message = {
  bytes: number
  /** Resolves when the message is stored; undefined when there is nothing to wait for. */
  stored: Promise<void> | undefined
  /** Sends the PUBACK and calls back when it is out; undefined for a message that wants none. */
  acknowledge?: ((out: () => void) => void) | undefined
}

export type Backlog = {
  add(message: Message): void
  isEmpty(): boolean
  /** Acknowledges nothing any more: the machine sends it again over another connection. */
  giveUp(): void
  isGivenUp(): boolean
}

/** The backlogs of all connections of a broker. */
export function makeBacklogs({ ofOne, ofAll }: Limits): (connection: Connection) => Backlog {
  let bytesOfAll = 0

  return ({ pause, resume, end }) => {
    const unacknowledged: (Required<Pick<Message, 'bytes'>> & {
      acknowledge: NonNullable<Message['acknowledge']>
      isStored: boolean
    })[] = []
    let count = 0
    let bytes = 0
    let isPaused = false
    let isGivenUp = false

    function weigh(sign: 1 | -1, size: number): void {
      const whole = sign * (size + besidesPayload)
      count += sign
      bytes += whole
      bytesOfAll += whole
      const isFull = count > mostInFlight && (bytes > ofOne || bytesOfAll > ofAll)
      if (isFull === isPaused) return
      isPaused = isFull
      if (isFull) pause()
      else resume()
    }

    function acknowledgeStored(): void {
      while (unacknowledged[0]?.isStored) {
        const first = unacknowledged.shift()
        // Counts until it is out, so that a machine that reads no PUBACKs is not read either.
        first?.acknowledge(() => weigh(-1, first.bytes))
      }
    }

    function giveUp(): void {
      isGivenUp = true
      for (const message of unacknowledged.splice(0)) if (message.isStored) weigh(-1, message.bytes)
    }

    async function follow(stored: Promise<void>, done: () => void): Promise<void> {
      try {
        await stored
      } catch {
        giveUp()
        end()
      }
      done()
    }

    return {
      add({ bytes: size, stored, acknowledge }) {
        weigh(1, size)
        const message = acknowledge && { bytes: size, acknowledge, isStored: false }
        if (message) unacknowledged.push(message)
        const done = (): void => {
          if (!message || isGivenUp) return weigh(-1, size)
          message.isStored = true
          acknowledgeStored()
        }
        if (stored) void follow(stored, done)
        else done()
      },
      isEmpty: () => count === 0,
      giveUp,
      isGivenUp: () => isGivenUp,
    }
  }
}
