/** Amounts as providers write them: `3.50` for 350 cents. */
export const decimalOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** The cents of such a text; undefined where it is none, so that nothing is rounded. */
export function centsOf(text: unknown): number | undefined {
  const [, whole, decimals = ''] =
    /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typeof text === 'string' ? text : '') ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
