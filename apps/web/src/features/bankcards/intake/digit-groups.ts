/** A number in groups of four, as it is printed on cards. */
export const grouped = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Full-width digits of Chinese keyboards, blanks and hyphens of a pasted number. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** Where the caret stands in the grouped number, so that it stays behind the same digit. */
export const caretAfter = (digitsBefore: number): number =>
  digitsBefore + Math.max(0, Math.floor((digitsBefore - 1) / 4))
