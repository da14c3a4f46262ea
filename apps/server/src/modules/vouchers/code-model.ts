import { randomBytes } from 'node:crypto'

/** Letters and digits that are not taken for each other: without 0, O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 12

/** A code that cannot be guessed: 60 random bits. */
export const newCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

/** The code as it is stored, whatever case and spaces a machine or a person sends. */
export const codeOf = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')
