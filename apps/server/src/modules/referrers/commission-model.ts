/** The commission of an income in cents, rounded half-up. `percent` has at most two decimals. */
export const commissionOf = (income: number, percent: number): number =>
  Math.floor((2 * income * Math.round(percent * 100) + 10_000) / 20_000)
