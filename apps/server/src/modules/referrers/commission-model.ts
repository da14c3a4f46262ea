/** The commission of incomes in cents; their sum is rounded half-up. Rates are in percent, with at most two decimals. */
export function commissionOf(parts: readonly { income: number; commission: number }[]): number {
  const exact = parts.reduce((sum, { income, commission }) => sum + income * Math.round(commission * 100), 0)
  return Math.floor((2 * exact + 10_000) / 20_000)
}
