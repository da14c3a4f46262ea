import type { Duplex } from 'node:stream'

/** The packet that acknowledges a message, in every version of MQTT. */
const puback = (messageId: number): Buffer => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])

/** Acknowledges a message. The acknowledgements of a batch leave together, because each write is a system call. */
export function acknowledge(stream: Duplex, messageId: number, out: () => void): void {
  stream.cork()
  setImmediate(() => stream.uncork())
  stream.write(puback(messageId), out)
}
