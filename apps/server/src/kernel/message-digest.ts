import { hash } from 'node:crypto'

/**
 * Enough to tell whether a message that is sent again has the same contents. The contents are read by their schema
 * before, which puts the fields into the order in which they are sent.
 */
export const digestOf = (contents: unknown): Buffer =>
  hash('sha256', JSON.stringify(contents), 'buffer').subarray(0, 16)

/** The same for a message that could not be read: its bytes, because they are sent again as they were. */
export const keptDigest = (payload: Buffer): Buffer => hash('sha256', payload, 'buffer').subarray(0, 16)
