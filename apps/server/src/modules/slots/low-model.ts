/** The stock of a slot before and after a move, and the number of pieces at which it is low. */
type Move = { before: number; after: number; lowLevel: number }

/** Whether slots became low or stopped being so. Most moves, such as the usual sale, do neither. */
export const crossesLow = (moves: readonly Move[]): boolean =>
  moves.some(({ before, after, lowLevel }) => before <= lowLevel !== after <= lowLevel)
