import { isUtf8 } from 'node:buffer'

/**
 * The JSON in a message from outside; undefined where it is none. Decoding would replace bytes that are not UTF-8, and
 * the text would then be stored.
 */
export function jsonIn(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
