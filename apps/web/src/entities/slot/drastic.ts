/** Changes that are more often a slip of the finger than meant, so that the console asks again. */

/** More than half off. */
export const isSlashed = (
  before: number | null | undefined,
  after: number | null | undefined,
): before is number => before != null && after != null && after * 2 < before

/** Price of sale, price of a game, and winning rate: of slots, or of goods their list price. */
export type DrasticValues = {
  price?: number | null | undefined
  game_price?: number | null | undefined
  rate?: number | null | undefined
}
type Fall = { was: number; price: number }
type Pair = { before: DrasticValues; after: DrasticValues }

/** The steepest fall of a price by more than half, and how many there are. */
export function steepestFall(
  pairs: readonly Pair[],
  name: 'price' | 'game_price',
): { fall: Fall | undefined; count: number } {
  const falls = pairs.flatMap(({ before, after }): Fall[] => {
    const [was, price] = [before[name], after[name]]
    return isSlashed(was, price) ? [{ was, price: price ?? 0 }] : []
  })
  const [first, ...others] = falls
  const fall = first && others.reduce((a, b) => (b.price * a.was < a.price * b.was ? b : a), first)
  return { fall, count: falls.length }
}

/** A winning rate of 100 %, where it was lower or unset. */
export const isSureWin = (before: number | null | undefined, after: number | null | undefined): boolean =>
  after === 100 && before !== 100
