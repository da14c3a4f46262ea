/** What a machine's count is worth. */

/** A machine may report more pieces than fit into the slot. A size of 0 means that it does not know the size. */
export const believable = (quantity: number, max: number): number =>
  max > 0 ? Math.min(quantity, max) : quantity
