/** Changes that are more often a slip of the finger than meant, so that the console asks again. */

/** More than half off. */
export const isSlashed = (
  before: number | null | undefined,
  after: number | null | undefined,
): before is number => before != null && after != null && after * 2 < before

/** A winning rate of 100 %, where it was lower or unset. */
export const isSureWin = (before: number | null | undefined, after: number | null | undefined): boolean =>
  after === 100 && before !== 100
