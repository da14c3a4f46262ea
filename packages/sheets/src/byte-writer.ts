/** Bytes are handed on when there are so many of them; the rest of a buffer takes the row that passes the mark. */
const fullBytes = 224 * 1024
const bufferBytes = 256 * 1024
/** Copying fewer bytes one by one is faster than the call that copies many. */
const fewBytes = 64
/** A character takes up to three bytes in UTF-8; those that take four are two characters of a string. */
const bytesOfCharacter = 3

/** ASCII text that is written often. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/**
 * Gathers a long file in two buffers that take turns, without a string or a buffer for each of its pieces: they would be
 * most of the time that the file takes, and buffers wait long for the garbage collector.
 */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(bufferBytes)
  #other: Buffer<ArrayBuffer> | undefined
  #used = 0

  get isFull(): boolean {
    return this.#used >= fullBytes
  }

  /** The bytes written since the last time. They are overwritten after they are taken the next time. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#used)
    const next = this.#other ?? Buffer.allocUnsafeSlow(bufferBytes)
    this.#other = this.#buffer
    this.#buffer = next
    this.#used = 0
    return taken
  }

  bytes(source: Uint8Array): void {
    const { length } = source
    const at = this.#room(length)
    const buffer = this.#buffer
    if (length > fewBytes) buffer.set(source, at)
    else for (let i = 0; i < length; i += 1) buffer[at + i] = source[i] as number
    this.#used = at + length
  }

  /** Short text that is known to be ASCII, such as a number. */
  ascii(text: string): void {
    const { length } = text
    const at = this.#room(length)
    const buffer = this.#buffer
    for (let i = 0; i < length; i += 1) buffer[at + i] = text.charCodeAt(i)
    this.#used = at + length
  }

  text(text: string): void {
    const at = this.#room(text.length * bytesOfCharacter)
    this.#used = at + this.#buffer.write(text, at)
  }

  /** Makes room for so many bytes, and says where. Only a row of very long texts makes the buffer longer. */
  #room(bytes: number): number {
    if (this.#used + bytes > this.#buffer.length) {
      const longer = Buffer.allocUnsafeSlow(2 * (this.#used + bytes))
      this.#buffer.copy(longer, 0, 0, this.#used)
      this.#buffer = longer
    }
    return this.#used
  }
}
